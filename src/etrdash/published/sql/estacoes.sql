SELECT *
FROM filtradas
ORDER BY
    CASE $ordem
        WHEN 'situacao' THEN situacao
        WHEN 'prestadora' THEN prestadora
        WHEN 'bairro' THEN bairro
        WHEN 'prazo_em' THEN prazo_em::VARCHAR
        WHEN 'primeiro_licenciamento' THEN primeiro_licenciamento::VARCHAR
    END NULLS LAST,
    codigo_ibge,
    numero_estacao
LIMIT $limite OFFSET $deslocamento
