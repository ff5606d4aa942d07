-- One row per station: what its accepted emissions say together.
CREATE TEMP TABLE _anatel_unidas AS
SELECT
    numero_estacao,
    any_value(fonte) AS fonte,
    min(linha) AS linha,
    count(*)::INTEGER AS emissoes,
    arg_max(ficha, prioridade) AS ficha,
    coalesce(list_sort(list(DISTINCT tecnologia) FILTER (tecnologia IS NOT NULL)), []) AS tecnologias,
    coalesce(list_sort(list(DISTINCT classe_infra) FILTER (classe_infra IS NOT NULL)), []) AS classe_infra,
    if(bool_and(instalacao = 'INTERNA'), 'INTERNA', 'EXTERNA') AS instalacao,
    bool_or(compartilhada) AS compartilhada,
    min(primeiro_licenciamento) AS primeiro_licenciamento,
    max(licenciamento) AS ultimo_licenciamento,
    max(validade) AS validade_anatel,
    max(altura_m) AS altura_m,
    bool_or(servico = '010' AND coalesce(classe, 'FB') = 'FB') AS avaliada
FROM _anatel_aceitas
GROUP BY numero_estacao;
