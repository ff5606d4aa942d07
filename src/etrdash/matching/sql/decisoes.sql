-- Each decision with the station's municipality and the registro under the spelling that the records keep.
WITH grafias AS (
    SELECT DISTINCT codigo_ibge, registro_id, grafia
    FROM (
        SELECT codigo_ibge, registro_id, upper(trim(unnest([registro_id, registro_grafia]))) AS grafia
        FROM stg_atos
    )
),

achadas AS (
    SELECT
        d.*,
        e.codigo_ibge,
        min(g.registro_id) AS registro,
        e.numero_estacao IS NOT NULL AS tem_estacao
    FROM _decisoes AS d
    LEFT JOIN stg_estacoes AS e USING (numero_estacao)
    LEFT JOIN grafias AS g ON e.codigo_ibge = g.codigo_ibge AND upper(trim(d.registro_id)) = g.grafia
    GROUP BY ALL
),

final AS (
    SELECT
        * EXCLUDE (tem_estacao),
        CASE
            WHEN NOT tem_estacao THEN 'a estação não está mais nos arquivos da ANATEL'
            WHEN registro IS NULL THEN 'o processo não está nos registros recebidos do município da estação'
            WHEN row_number() OVER par = 1 THEN NULL
            WHEN em = first_value(em) OVER par AND decisao <> first_value(decisao) OVER par
                THEN 'outra decisão do mesmo dia diz o contrário e vale por vir depois na ordem dos arquivos;'
                    || ' confira as duas e deixe uma'
            ELSE 'uma decisão posterior sobre o mesmo par a substitui'
        END AS problema
    FROM achadas
    WINDOW par AS (PARTITION BY numero_estacao, registro ORDER BY ordem DESC)
)

SELECT * FROM final
ORDER BY ordem
