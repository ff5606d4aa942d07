SELECT
    e.*,
    d.* EXCLUDE (numero_estacao),
    CASE WHEN $idioma = 'en' THEN coalesce(x.explicacao_en, x.explicacao) ELSE x.explicacao END AS explicacao
FROM estacoes AS e
LEFT JOIN detalhes AS d USING (numero_estacao)
LEFT JOIN explicacoes AS x USING (numero_estacao)
WHERE e.numero_estacao = $numero_estacao
