-- Words by which laws, registers and ANATEL name a kind of place, from referencia/especies_pontos.csv.
CREATE TABLE IF NOT EXISTS stg_especies (
    onde VARCHAR NOT NULL,
    palavra VARCHAR NOT NULL,
    especie VARCHAR
);
