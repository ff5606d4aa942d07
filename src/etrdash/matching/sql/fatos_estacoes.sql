-- Stations as the comparison reads them; coordinates that staging distrusts count as missing.
SELECT
    codigo_ibge,
    numero_estacao,
    prestadora,
    servico,
    upper(strip_accents(array_to_string(list_sort(classe_infra), '|'))) AS infra,
    primeiro_licenciamento AS licenciada_em,
    logradouro,
    numero,
    complemento,
    bairro,
    cep,
    if(qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'compartilhada', 'ausente'), NULL, latitude) AS latitude,
    if(qualidade_coordenada IN ('fora_do_municipio', 'fora_do_brasil', 'compartilhada', 'ausente'), NULL, longitude) AS longitude
FROM stg_estacoes
ORDER BY codigo_ibge, numero_estacao
