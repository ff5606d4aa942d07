-- What the municipal processes do not say: a process counts where none of its acts says it.
WITH processos AS (
    SELECT
        codigo_ibge,
        registro_id,
        count(latitude) = 0 AS sem_coordenada,
        count(*) FILTER (len(numeros_estacao) > 0) = 0 AS sem_numero_estacao,
        count(prestadora) = 0 AS sem_prestadora,
        count(logradouro) = 0 AS sem_logradouro
    FROM atos_detalhes
    WHERE $codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR
    GROUP BY codigo_ibge, registro_id
)

SELECT
    codigo_ibge,
    count(*) AS processos,
    count(*) FILTER (sem_coordenada) AS sem_coordenada,
    count(*) FILTER (sem_numero_estacao) AS sem_numero_estacao,
    count(*) FILTER (sem_prestadora) AS sem_prestadora,
    count(*) FILTER (sem_logradouro) AS sem_logradouro
FROM processos
GROUP BY codigo_ibge
ORDER BY codigo_ibge
