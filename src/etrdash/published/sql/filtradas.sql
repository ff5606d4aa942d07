-- The stations that a filter lets through; every filtered query starts from it. An empty list filters nothing.
SELECT *
FROM estacoes
WHERE ($codigo_ibge::VARCHAR IS NULL OR codigo_ibge = $codigo_ibge::VARCHAR)
  AND ($uf::VARCHAR IS NULL OR uf = $uf::VARCHAR)
  AND ($sitio_id::VARCHAR IS NULL OR sitio_id = $sitio_id::VARCHAR)
  AND ($avaliada::BOOLEAN IS NULL OR avaliada = $avaliada::BOOLEAN)
  AND (len($situacoes::VARCHAR[]) = 0 OR list_contains($situacoes::VARCHAR[], situacao))
  AND (len($grupos::VARCHAR[]) = 0 OR list_contains($grupos::VARCHAR[], grupo))
  AND (len($prestadoras::VARCHAR[]) = 0 OR list_contains($prestadoras::VARCHAR[], prestadora))
  AND (len($detentoras::VARCHAR[]) = 0 OR list_contains($detentoras::VARCHAR[], detentora))
  AND (len($tecnologias::VARCHAR[]) = 0 OR list_has_any($tecnologias::VARCHAR[], tecnologias))
  AND (len($tipos::VARCHAR[]) = 0 OR list_contains($tipos::VARCHAR[], tipo))
  AND (len($bairros::VARCHAR[]) = 0 OR list_contains($bairros::VARCHAR[], bairro))
  AND (len($servicos::VARCHAR[]) = 0 OR list_contains($servicos::VARCHAR[], servico))
  AND ($desde::DATE IS NULL OR primeiro_licenciamento >= $desde::DATE)
  AND ($ate::DATE IS NULL OR primeiro_licenciamento <= $ate::DATE)
  AND ($texto::VARCHAR IS NULL OR contains(
      strip_accents(lower(
          concat_ws(' ', numero_estacao, prestadora, detentora, bairro, endereco, registro_id)
      )),
      strip_accents(lower($texto::VARCHAR))
  ))
