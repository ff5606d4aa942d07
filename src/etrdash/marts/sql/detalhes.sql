SELECT
    numero_estacao,
    logradouro,
    numero,
    cep,
    prestadora_cnpj,
    coalesce(classe_infra, []) AS classe_infra,
    compartilhada,
    coordenada_bruta,
    forma_coordenada,
    ultimo_licenciamento,
    altura_m,
    pessoa_fisica,
    emissoes
FROM stg_estacoes
