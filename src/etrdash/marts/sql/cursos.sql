-- The course of each station that a law reaches: one row for each stretch of months with one situação.
SELECT numero_estacao, desde, ate, situacao, grupo
FROM mart_cursos
