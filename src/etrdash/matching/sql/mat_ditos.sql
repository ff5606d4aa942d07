-- Station numbers and operators that each place names, as text.
SELECT
    CAST(codigo_ibge AS VARCHAR) AS codigo_ibge,
    CAST(registro_id AS VARCHAR) AS registro_id,
    CAST(lugar AS INTEGER) AS lugar,
    string_agg(DISTINCT CAST(numero AS VARCHAR), ', ' ORDER BY CAST(numero AS VARCHAR)) AS numeros,
    string_agg(DISTINCT CAST(prestadora AS VARCHAR), ', ' ORDER BY CAST(prestadora AS VARCHAR)) AS prestadoras
FROM _mat_ditos
GROUP BY ALL
