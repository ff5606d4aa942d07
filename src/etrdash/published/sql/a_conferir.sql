-- Probable links by consequence: first those whose answer changes the station's colour, then by how many
-- stations the process may cover, then the likeliest.
WITH provaveis AS (
    SELECT
        v.* EXCLUDE (evidencias),
        count(*) OVER (PARTITION BY v.codigo_ibge, v.registro_id) AS toca,
        e.situacao = 'A_CONFERIR' AS decisiva
    FROM vinculos AS v
    JOIN estacoes AS e USING (codigo_ibge, numero_estacao)
    WHERE v.ambigua AND ($codigo_ibge::VARCHAR IS NULL OR v.codigo_ibge = $codigo_ibge::VARCHAR)
)

SELECT p.*, r.instrumentos, r.ultimo_ato, r.ultimo_ato_em, r.emitido_em, r.validade, r.detentora
FROM provaveis AS p
LEFT JOIN registros AS r USING (codigo_ibge, registro_id)
ORDER BY
    p.decisiva DESC, p.toca DESC, p.escore DESC NULLS LAST, p.codigo_ibge, p.registro_id, p.numero_estacao
LIMIT $limite
