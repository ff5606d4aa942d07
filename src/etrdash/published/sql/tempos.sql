-- How long each municipal process took from its first request to the first answer that follows it.
-- Where there is none yet, the days run until the records were received (or the as-of date, if earlier).
WITH pedidos AS (
    SELECT codigo_ibge, registro_id, instrumento, min(data) AS pedido_em
    FROM atos
    WHERE ato = 'protocolo' AND codigo_ibge = $codigo_ibge AND data IS NOT NULL
    GROUP BY ALL
),

respostas AS (
    SELECT
        p.codigo_ibge,
        p.registro_id,
        p.instrumento,
        p.pedido_em,
        min(a.data) AS resposta_em,
        arg_min(a.ato, a.data) AS resposta
    FROM pedidos AS p
    LEFT JOIN atos AS a
        ON a.codigo_ibge = p.codigo_ibge
        AND a.registro_id = p.registro_id
        AND a.instrumento = p.instrumento
        AND a.ato IN ('emissao', 'indeferimento')
        AND a.data >= p.pedido_em
    GROUP BY ALL
)

SELECT
    registro_id,
    instrumento,
    pedido_em,
    resposta,
    resposta_em,
    date_diff('day', pedido_em, coalesce(resposta_em, least(m.base_recebida_em, $em::DATE), $em::DATE)) AS dias
FROM respostas
JOIN municipios AS m USING (codigo_ibge)
WHERE pedido_em <= $em::DATE
ORDER BY pedido_em, registro_id, instrumento
