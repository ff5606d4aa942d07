SELECT *
FROM filtradas
ORDER BY
    CASE $ordem
        WHEN 'gravidade' THEN list_position(['vermelho', 'amarelo', 'verde', 'cinza'], grupo)::VARCHAR || situacao
        WHEN 'situacao' THEN situacao
        WHEN 'prestadora' THEN prestadora
        WHEN 'bairro' THEN bairro
        WHEN 'prazo_em' THEN prazo_em::VARCHAR
        WHEN 'primeiro_licenciamento' THEN primeiro_licenciamento::VARCHAR
    END NULLS LAST,
    codigo_ibge,
    numero_estacao
LIMIT $limite OFFSET $deslocamento
