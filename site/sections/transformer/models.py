"""Real transformers and their sizes as published. The prose lists the sources in full."""

from dataclasses import dataclass

from sections.transformer.counts import Shape

GPT_1, GPT_2, LLAMA, LLAMA_3 = 40_478, 50_257, 32_000, 128_256  # tokens in the vocabularies; GPT-3 has that of GPT-2


@dataclass(frozen=True)
class Published:
    """One network. n_ctx: None where the paper sets no limit. n_weights: as its authors round it.

    shape: where its weights can be counted by the formulas of `counts`.
    """

    name: str
    kind: str
    year: int
    n_layer: int
    d_model: int
    n_head: int
    n_ctx: int | None
    n_weights: float
    source: str
    shape: Shape | None = None


def _gpt(name: str, year: int, n_layer: int, d_model: int, n_head: int, n_ctx: int, n_weights: float, source: str):
    shape = Shape(n_layer, d_model, n_head, 4 * d_model, GPT_1 if year == 2018 else GPT_2, n_ctx, last_norm=year > 2018)
    return Published(name, "decoder", year, n_layer, d_model, n_head, n_ctx, n_weights, source, shape)


def _gated(n_layer: int, d_model: int, n_head: int, d_ff: int, n_vocab: int, n_ctx: int, n_kv: int | None = None):
    return Shape(n_layer, d_model, n_head, d_ff, n_vocab, n_ctx, n_kv, gated=True, tied=False)


def _llama(name: str, n_weights: float, source: str, shape: Shape):
    s, year = shape, 2024 if shape.n_vocab == LLAMA_3 else 2023
    return Published(name, "decoder", year, s.n_layer, s.d_model, s.n_head, s.n_ctx, n_weights, source, shape)


PUBLISHED = (
    Published("Transformer, base", "both", 2017, 12, 512, 8, None, 65e6, "Vaswani 2017, table 3"),
    Published("Transformer, big", "both", 2017, 12, 1024, 16, None, 213e6, "Vaswani 2017, table 3"),
    _gpt("GPT-1", 2018, 12, 768, 12, 512, 117e6, "Radford 2018, section 4.1; Radford 2019, table 2"),
    Published("BERT, base", "encoder", 2018, 12, 768, 12, 512, 110e6, "Devlin 2019, section 3"),
    Published("BERT, large", "encoder", 2018, 24, 1024, 16, 512, 340e6, "Devlin 2019, section 3"),
    _gpt("GPT-2, small", 2019, 12, 768, 12, 1024, 124e6, "Radford 2019, table 2, corrected"),
    _gpt("GPT-2, medium", 2019, 24, 1024, 16, 1024, 355e6, "Radford 2019, table 2, corrected"),
    _gpt("GPT-2, large", 2019, 36, 1280, 20, 1024, 774e6, "Radford 2019, table 2, corrected"),
    _gpt("GPT-2, XL", 2019, 48, 1600, 25, 1024, 1558e6, "Radford 2019, table 2, corrected"),
    _gpt("GPT-3, small", 2020, 12, 768, 12, 2048, 125e6, "Brown 2020, table 2.1"),
    _gpt("GPT-3", 2020, 96, 12288, 96, 2048, 175e9, "Brown 2020, table 2.1"),
    _llama("LLaMA 7B", 6.7e9, "Touvron 2023, table 2", _gated(32, 4096, 32, 11008, LLAMA, 2048)),
    _llama("LLaMA 65B", 65.2e9, "Touvron 2023, table 2", _gated(80, 8192, 64, 22016, LLAMA, 2048)),
    _llama("Llama 3.1 8B", 8e9, "Grattafiori 2024, table 3", _gated(32, 4096, 32, 14336, LLAMA_3, 131_072, 8)),
    _llama("Llama 3.1 405B", 405e9, "Grattafiori 2024, table 3", _gated(126, 16384, 128, 53248, LLAMA_3, 131_072, 8)),
)  # fmt: skip
GPT_2_SMALL = next(m.shape for m in PUBLISHED if m.shape and m.name == "GPT-2, small")
