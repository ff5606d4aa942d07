-- Input files that hold far fewer rows than the file of the same name in the acervo before.
SELECT novo.arquivo, antes.lidas AS antes, novo.lidas AS agora
FROM arquivos AS novo
JOIN anterior.arquivos AS antes USING (arquivo, papel)
WHERE novo.lidas < antes.lidas * (1 - $queda)
ORDER BY novo.arquivo
