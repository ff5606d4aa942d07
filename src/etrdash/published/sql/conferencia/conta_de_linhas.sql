-- Every row read was loaded, repeated or rejected.
SELECT arquivo, lidas, carregadas, repetidas, rejeitadas
FROM arquivos
WHERE lidas <> carregadas + repetidas + rejeitadas
