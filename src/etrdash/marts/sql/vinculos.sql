SELECT
    $acervo AS acervo,
    codigo_ibge,
    numero_estacao,
    registro_id,
    nivel,
    round(distancia_m, 1) AS distancia_m,
    round(escore, 4) AS escore,
    ambigua,
    coalesce(contradicoes, []) AS contradicoes,
    decidido_por,
    evidencias
FROM int_vinculos
