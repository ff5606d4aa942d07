SELECT count(*) AS estacoes FROM estacoes
