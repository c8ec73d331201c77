import re
from pathlib import Path

import pytest
from scene.color import PALETTES, contrast, luminance, mix, shade, text_role

STYLE = Path(__file__).parents[2] / "site" / "style.css"
CSS_ROLE = re.compile(r"^\s*--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", re.M)
TEXT_ROLES = ("text", "muted", "query", "key", "value", "name", "better", "worse", "window")
WEIGHTS = [index / 1000 for index in range(1001)]


def test_contrast_of_black_on_white_is_21_and_of_a_color_on_itself_1():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#a8558a", "#a8558a") == pytest.approx(1)


def test_luminance_follows_wcag_for_a_known_gray():
    # 0x77 / 255 = 0.46667; ((0.46667 + 0.055) / 1.055) ** 2.4 = 0.18447
    assert luminance("#777777") == pytest.approx(0.18447, abs=1e-4)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("role", TEXT_ROLES)
def test_every_text_role_is_readable_on_paper_and_on_the_panel(theme, role):
    palette = PALETTES[theme]
    css = (STYLE.parent / "styles" / "figure.css").read_text("utf-8")  # whose tinted places darken some roles
    tinted = {name: dark if theme == "dark" else light for name, light, dark in CSS_ROLE.findall(css)}
    assert tinted.keys() == {"name", "worse", "value"}
    assert contrast(palette[role], palette["paper"]) >= 4.5
    assert contrast(tinted.get(role, palette[role]), palette["panel"]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_over_shading_is_readable_at_every_weight(theme):
    palette = PALETTES[theme]
    for weight in WEIGHTS:
        behind = mix(palette["paper"], palette["weight"], shade(weight))
        assert contrast(palette["text"], behind) >= 4.5
        for role in ("name", "muted", "query"):
            assert contrast(palette[text_role(role, shade(weight))], behind) >= 4.5


def test_the_name_keeps_its_color_where_nothing_is_shaded():
    assert text_role("name", 0) == "name"
    assert text_role("name", 1) == "text"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_lines_that_carry_meaning_stand_out_three_to_one(theme):
    palette = PALETTES[theme]
    for role in ("query", "key", "value", "name", "window", "muted"):
        assert contrast(palette[role], palette["paper"]) >= 3


def test_shade_is_the_square_root_and_refuses_what_is_no_weight():
    assert [shade(w) for w in (0, 0.01, 0.25, 1)] == pytest.approx([0, 0.1, 0.5, 1])
    assert shade(1.0000001) == 1
    for wrong in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="between 0 and 1"):
            shade(wrong)


def test_mix_covers_channel_by_channel():
    assert mix("#000000", "#ff8000", 0.5) == "#804000"


def test_the_page_style_has_the_same_colors_as_the_package():
    tokens = {role: colors for role, *colors in CSS_ROLE.findall(STYLE.read_text("utf-8"))}
    for role, light in PALETTES["light"].items():
        assert tokens[role] == [light, PALETTES["dark"][role]]
