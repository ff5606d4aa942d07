"""Invented towns with their truth, for the reconciliation: seeded, in the layout of the sets, unlike them.

Nothing is taken from the sets: regional operators, owners that no table knows, streets by block and by
kilometre, house numbers along the street, three densities. Every person, company of towers and street is
invented. Rules of the truth: `../shared/vinculos/README.md`.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from datetime import date, timedelta
from math import cos, radians
from pathlib import Path
from typing import Any

import numpy as np
from pyproj import Transformer

from bench.vinculos_colunas import ATO, ESTACAO

METROS_POR_GRAU = 110_574.0
INICIO = date(2008, 1, 1)
OPERADORAS = {
    "ALGAR": ("71208516000174", ("ALGAR TELECOM S/A", "Algar Celular", "CTBC", "ALGAR MULTIMIDIA S.A.")),
    "LIGGA": ("04368865000166", ("LIGGA TELECOMUNICAÇÕES S.A.", "Copel Telecom", "LIGGA")),
    "BRISANET": ("04601397000128", ("BRISANET SERVICOS DE TELECOM", "Brisanet", "BRISANET TELECOM S/A")),
    "OI": ("76535764000143", ("OI MÓVEL S.A.", "Oi S/A", "OI MOVEL SA")),
}
DONAS = (
    ("Torres do Planalto S.A.", "TORRES DO PLANALTO", "Torres do Planalto SA"),
    ("Mastro Azul Infraestrutura Ltda", "MASTRO AZUL", "MASTRO AZUL INFRA LTDA ME"),
    ("Pontal Sites Participações S.A.", "PONTAL SITES", "Pontal Sites Part."),
    ("Ipê Estruturas Metálicas Ltda", "IPE ESTRUTURAS", "Ipê Estruturas"),
)
_ESPECIES = ("Alameda", "Travessa", "Rua", "Avenida", "Ladeira", "Viela", "Praça", "Servidão", "Rodovia")
_NOMES = [
    "Jatobá",
    "Seriema",
    "Aroeira",
    "Bem-te-vi",
    "Ingazeiro",
    "Maracanã",
    "Tucumã",
    "Sabiá",
    "Cajueiro",
    "Guariba",
    "Mutum",
    "Peroba",
]
_DE = [
    "do Norte",
    "das Lavadeiras",
    "do Engenho",
    "da Colina",
    "do Porto Velho",
    "dos Oleiros",
    "da Matriz",
    "do Moinho",
]
_BAIRROS = [
    "Vila Operária",
    "Parque dos Lírios",
    "Setor Leste",
    "Cohab II",
    "Jardim Botânico",
    "Alto da Serra",
]
_INSTRUMENTOS = ("LICENCA_INSTALACAO", "CADASTRO", "ALVARA_CONSTRUCAO", "CERT_REGULARIDADE")
_INFRA = {"Greenfield": ("TORRE AUTOPORTANTE", "Torre estaiada", "POSTE"), "Rooftop": ("Laje", "COBERTURA")}


@dataclass(frozen=True, slots=True)
class Ruido:
    """Rates of each kind of noise, 0 to 1.

    Attributes:
        nome: of the level.
        com_numero: processes that state a station's number; `numero_errado` of them another or a transposed.
        sem_coordenada, utm, dms, grossa, geocodificada, prefeitura: forms of the coordinate, the rest exact.
        sem_prestadora, sem_dona: processes without either name.
        rua_trocada: streets misspelt or shortened; `esquina`: the crossing street named instead.
        sem_casa: house numbers missing or off.
        deslocada: stations of one tower licensed some metres apart.
        vizinha: sites with another site beside them.
        lote: processes that list several addresses; `grafias`: respelt processes; `orfao`: without station.
        com_registro: sites with at least one process.
    """

    nome: str
    com_numero: float
    numero_errado: float
    sem_coordenada: float
    utm: float
    dms: float
    grossa: float
    geocodificada: float
    prefeitura: float
    sem_prestadora: float
    sem_dona: float
    rua_trocada: float
    esquina: float
    sem_casa: float
    deslocada: float
    vizinha: float
    lote: float
    grafias: float
    orfao: float = 0.08
    com_registro: float = 0.62


NIVEIS = (
    Ruido(
        "light",
        0.70,
        0.02,
        0.10,
        0.15,
        0.10,
        0.03,
        0.03,
        0.00,
        0.10,
        0.10,
        0.10,
        0.02,
        0.05,
        0.10,
        0.06,
        0.01,
        0.05,
    ),
    Ruido(
        "medium",
        0.50,
        0.06,
        0.22,
        0.15,
        0.12,
        0.08,
        0.10,
        0.02,
        0.25,
        0.20,
        0.25,
        0.06,
        0.15,
        0.25,
        0.12,
        0.03,
        0.15,
    ),
    Ruido(
        "heavy",
        0.25,
        0.15,
        0.38,
        0.12,
        0.10,
        0.12,
        0.15,
        0.05,
        0.45,
        0.35,
        0.40,
        0.12,
        0.30,
        0.40,
        0.20,
        0.06,
        0.30,
    ),
)


@dataclass(slots=True)
class Cidade:
    """One invented town over a real municipality's ground.

    Attributes:
        codigo: IBGE code; `nome`, `uf` as ANATEL writes them; `centro` latitude and longitude.
        lado_m: side of the built square; `sitios`: how many structures.
    """

    codigo: str
    nome: str
    uf: str
    centro: tuple[float, float]
    lado_m: float
    sitios: int
    estacoes: list[dict[str, Any]] = field(default_factory=list)
    atos: list[dict[str, Any]] = field(default_factory=list)
    verdade: dict[str, list[dict[str, Any]]] = field(
        default_factory=lambda: {"estacoes": [], "registros": [], "vinculos": []}
    )


def write_cidade(pasta: Path, cidade: Cidade, ruido: Ruido, semente: int) -> None:
    """Invent one town and write it in the layout of the sets: `anatel/`, `municipal/`, `truth/`."""
    Prefeitura(cidade, ruido, np.random.default_rng(semente)).run()
    cabecalhos = {
        "estacoes": ["numero_estacao", "codigo_ibge", "operadora", "site_id", "lat", "lon", "tags"],
        "registros": ["codigo_ibge", "registro_id", "processo", "site_id", "escopo", "lat", "lon", "tags"],
        "vinculos": ["numero_estacao", "registro_id", "kind"],
    }
    _write(pasta / "anatel" / "Estacoes_SMP.csv", ESTACAO, cidade.estacoes, ";")
    _write(pasta / "municipal" / f"{cidade.codigo}.csv", ATO, cidade.atos, ",")
    for nome, colunas in cabecalhos.items():
        _write(pasta / "truth" / f"{nome}.csv", colunas, cidade.verdade[nome], ",")


def _write(caminho: Path, colunas: list[str], linhas: list[dict[str, Any]], separador: str) -> None:
    caminho.parent.mkdir(parents=True, exist_ok=True)
    with caminho.open("w", encoding="utf-8", newline="") as arquivo:
        escritor = csv.DictWriter(arquivo, colunas, delimiter=separador, restval="", lineterminator="\n")
        escritor.writeheader()
        escritor.writerows(linhas)


class Prefeitura:
    """Builds one town's structures and the processes that its city hall keeps of them."""

    def __init__(self, cidade: Cidade, ruido: Ruido, acaso: np.random.Generator) -> None:
        self.cidade, self.ruido, self.acaso = cidade, ruido, acaso
        quantas = max(12, cidade.sitios // 3)
        self.ruas = [self._name_rua(i) for i in range(quantas)]
        zona = int((cidade.centro[1] + 180) // 6) + 1
        self.utm = Transformer.from_crs(4674, 31960 + zona, always_xy=True)
        self.proximo, self.processo = int(acaso.integers(600_000_000, 700_000_000)), 0

    def run(self) -> None:
        """Invent structures, stations, processes and orphans."""
        sitios = [s for _ in range(self.cidade.sitios) for s in self._build_sitio()]
        for i, sitio in enumerate(sitios):
            sitio["id"] = f"{self.cidade.codigo}-{i}"
            sitio["estacoes"] = [self._license(sitio, operadora) for operadora in sitio["operadoras"]]
        com = [s for s in sitios if self.acaso.random() < self.ruido.com_registro]
        em_lote = [s for s in com if self.acaso.random() < self.ruido.lote * 2]
        for inicio in range(0, len(em_lote), 4):
            self._file_lote(em_lote[inicio : inicio + 4])
        for sitio in com:
            if sitio not in em_lote:
                for _ in range(1 + self.acaso.binomial(2, 0.25)):
                    self._file(sitio)
                if self.acaso.random() < 0.15:
                    self._file(sitio, uma=sitio["estacoes"][self.acaso.integers(len(sitio["estacoes"]))])
        for _ in range(round(len(com) * self.ruido.orfao)):
            sitio = self._build_sitio()[0] | {"id": "", "estacoes": []}
            self._file(sitio)
        ligadas = {v["numero_estacao"] for v in self.cidade.verdade["vinculos"]}
        self.cidade.verdade["vinculos"] += [
            {"numero_estacao": e["numero_estacao"]}
            for e in self.cidade.verdade["estacoes"]
            if e["numero_estacao"] not in ligadas
        ]

    def _pick(self, opcoes: Any) -> Any:
        return opcoes[int(self.acaso.integers(len(opcoes)))]

    def _name_rua(self, i: int) -> dict[str, Any]:
        """A street runs straight, from a corner, at an angle; some are of lots, some of kilometres."""
        sorte = self.acaso.random()
        nome = f"{self._pick(_ESPECIES[:8])} {self._pick(_NOMES)} {self._pick(_DE)}"
        if sorte < 0.12:
            nome = f"Quadra {100 + i} Conjunto {'ABCDEFGH'[i % 8]}"
        elif sorte < 0.18:
            nome = f"Rodovia {self.cidade.uf} {100 + 7 * i}"
        x, y = self.acaso.uniform(-0.5, 0.5, 2) * self.cidade.lado_m
        angulo = self.acaso.choice([0.2, 0.2 + np.pi / 2]) + self.acaso.normal(0, 0.05)
        return {
            "nome": nome,
            "x": x,
            "y": y,
            "angulo": angulo,
            "bairro": self._pick(_BAIRROS),
            "cep": f"{70_000_000 + 37 * i:08d}",
        }

    def _build_sitio(self) -> list[dict[str, Any]]:
        """One structure, or two neighbours of different operators: one roof, across or down the street."""
        rua = self._pick(self.ruas)
        ao_longo, lado = self.acaso.uniform(10, 900), self.acaso.choice([-12.0, 12.0])
        infra = "Rooftop" if self.acaso.random() < 0.3 else "Greenfield"
        saida = [self._stand(rua, ao_longo, lado, infra)]
        if self.acaso.random() < self.ruido.vizinha:
            passo, outro_lado = self._pick(((4.0, lado), (3.0, -lado), (70.0, lado)))
            saida.append(self._stand(rua, ao_longo + passo, outro_lado, infra))
            livres = [o for o in OPERADORAS if o not in saida[0]["operadoras"]]
            saida[1]["operadoras"] = livres[:1] or [self._pick(list(OPERADORAS))]
        return saida

    def _stand(self, rua: dict[str, Any], ao_longo: float, lado: float, infra: str) -> dict[str, Any]:
        a = rua["angulo"]
        operadoras = list(self.acaso.permutation(list(OPERADORAS)))[: 1 + self.acaso.binomial(2, 0.3)]
        return {
            "x": rua["x"] + ao_longo * np.cos(a) - lado * np.sin(a),
            "y": rua["y"] + ao_longo * np.sin(a) + lado * np.cos(a),
            "rua": rua,
            "casa": int(ao_longo) // 2 * 2 + (lado > 0),
            "infra": infra,
            "operadoras": operadoras,
            "dona": self._pick(DONAS) if self.acaso.random() < 0.65 else OPERADORAS[operadoras[0]][1],
            "erguida": INICIO + timedelta(days=int(self.acaso.integers(0, 6000))),
        }

    def _to_graus(self, x: float, y: float) -> tuple[float, float]:
        lat, lon = self.cidade.centro
        return lat + y / METROS_POR_GRAU, lon + x / (111_320 * cos(radians(lat)))

    def _license(self, sitio: dict[str, Any], operadora: str) -> dict[str, Any]:
        """One station as ANATEL has it: two rows, its own spelling of the address."""
        self.proximo += int(self.acaso.integers(3, 90_000))
        numero = str(self.proximo)
        desvio = self.acaso.normal(0, 6, 2) if self.acaso.random() < self.ruido.deslocada else np.zeros(2)
        lat, lon = self._to_graus(sitio["x"] + desvio[0], sitio["y"] + desvio[1])
        licenca = sitio["erguida"] + timedelta(days=int(self.acaso.integers(10, 900)))
        cnpj, grafias = OPERADORAS[operadora]
        linha = {
            "Número Fistel": "50400000000",
            "Número Estação": numero,
            "NumCnpjCpf": cnpj,
            "NumServico": "010",
            "FreqTxMHz": "881.5",
            "FreqRxMHz": "836.5",
            "Designação Emissão": "5M00G7W",
            "Data Validade": "2035-12-31",
            "Entidade": grafias[0],
            "NumSetor": "1",
            "Tecnologia": "LTE",
            "Latitude decimal": f"{lat:.6f}",
            "Longitude decimal": f"{lon:.6f}",
            "EnderecoEstacao": self._spell(sitio["rua"]["nome"], self.ruido.rua_trocada / 2),
            "EndBairro": sitio["rua"]["bairro"] if self.acaso.random() < 0.6 else "",
            "EndNumero": str(sitio["casa"]) if self.acaso.random() > self.ruido.sem_casa / 2 else "S/N",
            "Cep": sitio["rua"]["cep"],
            "ClassInfraFisica": sitio["infra"] if self.acaso.random() < 0.5 else "",
            "Data Primeiro Licenciamento": licenca.isoformat(),
            "Data Licenciamento": licenca.isoformat(),
            "Situacao": "Licenciada",
            "Empresa Estação": operadora,
            "Código IBGE": self.cidade.codigo,
            "Município-UF": f"{self.cidade.nome}-{self.cidade.uf}",
            "UF": self.cidade.uf,
        }
        self.cidade.estacoes += [linha, linha | {"NumSetor": "2"}]
        lat, lon = self._to_graus(sitio["x"], sitio["y"])
        self.cidade.verdade["estacoes"].append(
            {
                "numero_estacao": numero,
                "codigo_ibge": self.cidade.codigo,
                "operadora": operadora,
                "site_id": sitio["id"],
                "lat": lat,
                "lon": lon,
                "tags": "cidade",
            }
        )
        return {"numero": numero, "operadora": operadora, "licenca": licenca}

    def _spell(self, nome: str, taxa: float) -> str:
        """Misspell, shorten or retype a street at the given rate."""
        if self.acaso.random() >= taxa:
            return nome.upper() if self.acaso.random() < 0.5 else nome
        palavras = nome.split()
        modo = int(self.acaso.integers(4))
        if modo == 0 and len(palavras) > 2:
            palavras.pop()
        elif modo == 1:
            palavras[0] = self._pick(_ESPECIES[:4])
        elif modo == 2:
            palavras = palavras[1:]
        elif len(palavras[-1]) > 3:
            i = int(self.acaso.integers(1, len(palavras[-1]) - 1))
            palavras[-1] = palavras[-1][:i] + palavras[-1][i + 1] + palavras[-1][i] + palavras[-1][i + 2 :]
        return " ".join(palavras).upper()

    def _describe(self, sitio: dict[str, Any]) -> dict[str, str]:
        """The address of a structure as a process has it, with its noise."""
        r, rua = self.ruido, sitio["rua"]
        nome = self._spell(rua["nome"], r.rua_trocada)
        casa = str(sitio["casa"])
        if self.acaso.random() < r.esquina:
            nome, casa = f"{self._pick(self.ruas)['nome']} ESQ. C/ {nome}", ""
        elif self.acaso.random() < r.sem_casa:
            casa = self._pick(("S/N", "0", "", str(sitio["casa"] + 10)))
        lat, lon = self._place(sitio)
        return {
            "logradouro": nome,
            "numero": casa,
            "bairro": rua["bairro"] if self.acaso.random() < 0.7 else self._pick(_BAIRROS),
            "cep": rua["cep"] if self.acaso.random() < 0.3 else "",
            "latitude": lat,
            "longitude": lon,
        }

    def _place(self, sitio: dict[str, Any]) -> tuple[str, str]:
        r, x, y = self.ruido, sitio["x"], sitio["y"]
        formas = ("sem", "utm", "dms", "grossa", "geo", "prefeitura", "exata")
        chances = [r.sem_coordenada, r.utm, r.dms, r.grossa, r.geocodificada, r.prefeitura]
        forma = str(self.acaso.choice(formas, p=[*chances, 1 - sum(chances)]))
        if forma == "sem":
            return "", ""
        if forma == "prefeitura":
            x, y = 40.0, -25.0
        elif forma == "geo":
            longe, a = self.acaso.uniform(40, 250), sitio["rua"]["angulo"]
            x, y = x + longe * np.cos(a), y + longe * np.sin(a)
        else:
            x, y = x + self.acaso.normal(0, 4), y + self.acaso.normal(0, 4)
        lat, lon = self._to_graus(x, y)
        if forma == "utm":
            leste, norte = self.utm.transform(lon, lat)
            return f"{norte:.0f}", f"{leste:.0f}"
        if forma == "dms":
            return _write_dms(lat, "S"), _write_dms(lon, "W")
        casas = 3 if forma == "grossa" else 5
        return f"{lat:.{casas}f}", f"{lon:.{casas}f}"

    def _write_numeros(self, estacoes: list[dict[str, Any]]) -> str:
        if not estacoes or self.acaso.random() >= self.ruido.com_numero:
            return ""
        numero = str(self._pick(estacoes)["numero"])
        if self.acaso.random() < self.ruido.numero_errado:
            i = int(self.acaso.integers(1, len(numero) - 1))
            numero = numero[:i] + numero[i + 1] + numero[i] + numero[i + 2 :]
            if self.acaso.random() < 0.4:
                numero = str(self._pick(self.cidade.verdade["estacoes"])["numero_estacao"])
        return numero

    def _name_processo(self, ano: int) -> str:
        self.processo += 1
        return f"{self.processo * 17 % 9000 + 1000}.{self.processo:04d}/{ano}"

    def _respell(self, processo: str) -> str:
        if self.acaso.random() >= self.ruido.grafias:
            return processo
        return str(
            self._pick((processo.replace(".", ""), processo.replace("/", "-"), processo.replace(".", " ")))
        )

    def _file(self, sitio: dict[str, Any], uma: dict[str, Any] | None = None) -> None:
        """One process of a structure, or a communication of one of its stations."""
        estacoes = [uma] if uma else sitio["estacoes"]
        pedido = (uma["licenca"] if uma else sitio["erguida"]) + timedelta(
            days=int(self.acaso.integers(-200, 400))
        )
        processo = self._name_processo(pedido.year)
        dona = "" if self.acaso.random() < self.ruido.sem_dona else self._pick(sitio["dona"])
        operadora = self._pick(estacoes)["operadora"] if estacoes else self._pick(sitio["operadoras"])
        prestadora = (
            "" if self.acaso.random() < self.ruido.sem_prestadora else self._pick(OPERADORAS[operadora][1])
        )
        linha = {
            "codigo_ibge": self.cidade.codigo,
            "instrumento": "COMUNICACAO" if uma else self._pick(_INSTRUMENTOS),
            "detentora_nome": dona,
            "prestadora_nome": prestadora,
            "numero_estacao": self._write_numeros(estacoes),
            "tipo_infraestrutura": self._pick(_INFRA[sitio["infra"]]) if self.acaso.random() < 0.5 else "",
            "compartilhada": ("S" if len(sitio["operadoras"]) > 1 else "N")
            if self.acaso.random() < 0.3
            else "",
            "data_instalacao": sitio["erguida"].isoformat() if self.acaso.random() < 0.3 else "",
            **self._describe(sitio),
        }
        atos = ("comunicacao",) if uma else ("protocolo", "emissao")[: 1 + (self.acaso.random() < 0.8)]
        for i, ato in enumerate(atos):
            dia = pedido + timedelta(days=60 * i)
            self.cidade.atos.append(linha | {"registro_id": self._respell(processo), "ato": ato, "data": dia})
        self._record(processo, sitio, "estacao" if uma else "site", estacoes)

    def _file_lote(self, sitios: list[dict[str, Any]]) -> None:
        """One process that lists several structures on one day, a row each."""
        processo = self._name_processo(2015)
        dona = self._pick(DONAS)[0]
        for sitio in sitios:
            linha = {"codigo_ibge": self.cidade.codigo, "registro_id": processo, "instrumento": "CADASTRO"}
            linha |= {"ato": "protocolo", "data": "2015-06-01", "detentora_nome": dona} | self._describe(
                sitio
            )
            self.cidade.atos.append(linha | {"numero_estacao": self._write_numeros(sitio["estacoes"])})
            self._record(processo, sitio, "lote", sitio["estacoes"])

    def _record(
        self, processo: str, sitio: dict[str, Any], escopo: str, estacoes: list[dict[str, Any]]
    ) -> None:
        lat, lon = self._to_graus(sitio["x"], sitio["y"])
        registro = {
            "codigo_ibge": self.cidade.codigo,
            "registro_id": processo,
            "processo": processo,
            "escopo": escopo,
        }
        registro |= {"site_id": sitio["id"] if escopo != "lote" else "", "lat": lat, "lon": lon}
        self.cidade.verdade["registros"].append(registro | {"tags": "orfao" if not sitio["id"] else "cidade"})
        self.cidade.verdade["vinculos"] += [
            {"numero_estacao": e["numero"], "registro_id": processo, "kind": "propria"} for e in estacoes
        ]


def _write_dms(graus: float, letra: str) -> str:
    segundos = round(abs(graus) * 3600)
    return f"{segundos // 3600}°{segundos // 60 % 60:02d}'{segundos % 60:02d}\" {letra}"
