-- Municipalities whose records cannot be compared with stations: most of their processes say neither an address,
-- nor a coordinate that staging trusts, nor a station's number, and nothing links them.
WITH processos AS (
    SELECT
        codigo_ibge,
        registro_id,
        bool_or(
            logradouro IS NOT NULL
            OR cep IS NOT NULL
            OR bairro IS NOT NULL
            OR len(numeros_estacao) > 0
            OR (
                latitude IS NOT NULL
                AND qualidade_coordenada NOT IN ('fora_do_municipio', 'fora_do_brasil', 'compartilhada', 'ausente')
            )
        ) AS com_lugar
    FROM stg_atos
    GROUP BY codigo_ibge, registro_id
),

ligados AS (
    SELECT DISTINCT codigo_ibge, registro_id
    FROM int_vinculos
)

SELECT p.codigo_ibge
FROM processos AS p
LEFT JOIN ligados AS l USING (codigo_ibge, registro_id)
GROUP BY p.codigo_ibge
HAVING count(*) FILTER (l.registro_id IS NULL AND p.com_lugar IS NOT TRUE) * 2 > count(*)
