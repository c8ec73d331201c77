"""The build: the same input gives the same bytes, every file is in the manifest, nothing points elsewhere."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import brotli
import pytest
from markupsafe import Markup

from build_scripts.errors import BuildError
from build_scripts.files import hashed_folder
from build_scripts.runtime.archives import stored_wheel, stored_zip, unzipped
from build_scripts.runtime.compiled import sourceless
from build_scripts.runtime.fetch import npm_files
from build_scripts.runtime.pins import read_pins
from build_scripts.runtime.python import tree_files, trimmed_lock
from build_scripts.site.build import site_wrapper
from build_scripts.site.code import code_lines
from build_scripts.site.files import compressed, manifest, with_compressed, write_site
from build_scripts.site.modules import imported

ROOT = Path(__file__).parents[2]
SHA256_OF_ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_folders_name_changes_with_any_byte_and_any_name_in_it():
    files = {"a.js": b"one", "b.js": b"two"}
    changed = [{**files, "a.js": b"onE"}, {"a.js": b"one", "c.js": b"two"}, {"a.js": b"onetwo", "b.js": b""}]
    names = {hashed_folder("app", each) for each in [files, *changed]}
    assert len(names) == 4
    assert hashed_folder("app", dict(reversed(files.items()))) == hashed_folder("app", files)


def test_compressed_copies_unpack_to_the_file_and_are_left_out_where_they_do_not_help(tmp_path):
    text, noise = b"look back " * 500, hashlib.shake_256(b"seed").digest(5000)
    copies = compressed(text, tmp_path)
    assert brotli.decompress(copies[".br"]) == text
    assert gzip.decompress(copies[".gz"]) == text
    assert compressed(noise, tmp_path) == {}
    assert with_compressed({"a.txt": text}, tmp_path).keys() == {"a.txt", "a.txt.br", "a.txt.gz"}


def test_all_modules_that_a_page_imports_are_found_each_once_and_none_that_it_may_import_later():
    files = {
        "app/page.js": b'import { a } from "./a.js";\nimport {\n  b,\n} from "../lib/b.js";\nimport("./late.js");\n',
        "app/a.js": b'import "./page.js";\n',
        "lib/b.js": b"export{x as y}from\"./c.js\";import{z}from'./a.js';",
        "lib/c.js": b"",
        "lib/a.js": b"",
        "app/late.js": b"",
    }
    assert imported(files, "app/page.js") == ["app/page.js", "app/a.js", "lib/b.js", "lib/c.js", "lib/a.js"]


def test_the_manifest_lists_every_file_with_size_and_hash():
    rows = json.loads(manifest({"b/c": b"abc", "a": b""}))["files"]
    assert rows[1] == {"path": "b/c", "size": 3, "sha256": SHA256_OF_ABC}
    assert [row["path"] for row in rows] == ["a", "b/c"]


def test_writing_a_site_takes_away_what_is_no_longer_in_it(tmp_path):
    write_site({"old-1/a": b"1", "index.html": b"x"}, tmp_path)
    write_site({"index.html": b"y"}, tmp_path)
    assert [path.name for path in tmp_path.rglob("*")] == ["index.html"]
    assert (tmp_path / "index.html").read_bytes() == b"y"


def test_archives_hold_only_what_runs_and_the_same_sources_give_the_same_bytes_whatever_the_clock_says(tmp_path):
    source = tmp_path / "tree"
    (source / "__pycache__").mkdir(parents=True)
    (source / "__pycache__" / "x.py").write_text("", encoding="utf-8")
    (source / "a.py").write_text("A = 1\n", encoding="utf-8")
    for name in ("notes.md", "test_a.py"):
        (source / name).write_text("not shipped", encoding="utf-8")
    files = tree_files({"worker": source})
    assert files == {"worker/a.py": b"A = 1\n"}
    first = stored_zip(files)
    (source / "a.py").touch()
    assert stored_zip(tree_files({"worker": source})) == first
    assert b"A = 1\n" in first  # as it is: the whole archive is compressed
    assert unzipped(first) == files


def test_a_wheel_that_was_changed_has_a_record_that_is_right_again():
    files = {"a.py": b"abc", "a-1.dist-info/METADATA": b"", "a-1.dist-info/RECORD": b"old"}
    record = unzipped(stored_wheel(files))["a-1.dist-info/RECORD"].decode().splitlines()
    digest = "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0"  # SHA256_OF_ABC in the alphabet of RFC 4648, 5
    assert f"a.py,sha256={digest},3" in record
    assert record[-1] == "a-1.dist-info/RECORD,,"
    assert len(record) == 3


@pytest.mark.slow
def test_modules_are_compiled_to_the_same_bytes_for_the_place_where_they_will_lie(tmp_path):
    runtime = npm_files(read_pins().pyodide)
    files = {"a/b.py": b'"""Words."""\nassert B == {"x", "y", "z"}\nB: int = 1\n', "a/data.json": b"{}"}
    made = [sourceless(files, "/place/", runtime, tmp_path / name) for name in ("one", "two")]
    assert made[0] == made[1]
    assert made[0].keys() == {"a/b.pyc", "a/data.json"}
    assert b"/place/a/b.py" in made[0]["a/b.pyc"]
    assert b"Words." not in made[0]["a/b.pyc"]
    assert made[0]["a/b.pyc"][4:8] == bytes([1, 0, 0, 0])  # PEP 552: named by hash, not compared with a source


@pytest.mark.slow
def test_a_module_that_is_no_python_stops_the_build(tmp_path):
    with pytest.raises(BuildError, match=r"Node could not compile the Python of the page.*"):
        sourceless({"a.py": b"def"}, "/place/", npm_files(read_pins().pyodide), tmp_path)


def test_the_lock_holds_our_wheels_and_nothing_else():
    full = {"info": {"python": "3.14.0"}, "packages": {"numpy": {"version": "2.4.3", "depends": []}, "scipy": {}}}
    wheels = {"numpy": ("../runtime/numpy.whl", b"abc"), "lookback": ("lookback-0.1.0-py3-none-any.whl", b"abc")}
    lock = json.loads(trimmed_lock(json.dumps(full).encode(), wheels))
    assert lock["info"] == full["info"]
    assert lock["packages"].keys() == {"numpy", "lookback"}
    assert lock["packages"]["numpy"]["file_name"] == "../runtime/numpy.whl"
    assert lock["packages"]["lookback"]["sha256"] == SHA256_OF_ABC
    assert lock["packages"]["lookback"]["version"] == "0.1.0"


def test_the_wrapper_must_name_the_place_that_the_build_fills_in():
    assert site_wrapper('import "../../runtime/x.mjs"', "runtime-12") == b'import "../../runtime-12/x.mjs"'
    with pytest.raises(BuildError, match=r"start\.js must import from \.\./\.\./runtime/"):
        site_wrapper("nothing", "runtime-12")


def test_no_file_of_the_repository_names_a_package_registry():
    # Spelled in parts, or this file would name them too.
    hosts = ["py" + "pi.org", "python" + "hosted.org", "registry." + "npmjs.org", "deb." + "debian.org"]
    folders = ["site", "build_scripts", "tests", ".ci", ".github", "pysrc"]
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.glob("*") if path.is_file()]
    for path in (path for path in files if "__pycache__" not in path.parts):
        data = path.read_bytes()
        assert not [host for host in hosts if host.encode() in data], path


PROGRAM = '''def f(q):
    """Two lines: <b>
    & more."""
    return q @ p["W_K"]  # < 3
'''


@pytest.mark.parametrize(
    ("language", "text"), [("python", PROGRAM), ("javascript", "/* a\n b */\nconst f = `\n<i>`;\n")]
)
def test_each_line_of_a_program_keeps_its_words_and_its_markup_is_escaped(language, text):
    lines = code_lines(text, language, {})
    assert [Markup(line).striptags() for line in lines] == [" ".join(line.split()) for line in text.splitlines()]
    assert not [line for line in lines if re.search(r"<(?!/?span)", line)]
    assert all(line.count("<span") == line.count("</span>") for line in lines)


def test_an_arrow_in_a_program_stays_whole_where_lines_break():
    (line,) = code_lines("def f(q) -> int: ...\n", "python", {})
    assert '<span class="o">-&gt;</span> int' in line


def test_names_in_a_program_have_their_roles_colors_and_docstrings_are_comments():
    lines = code_lines(PROGRAM, "python", {"q": "query", "W_K": "key"})
    assert '<span class="f">f</span>(<span class="role-query">q</span>)' in lines[0]
    assert '<span class="role-key">W_K</span>' in lines[3]
    assert 'class="c"' in lines[1]
    assert 'class="c"' in lines[2]
    assert '<span class="k">return</span>' in lines[3]
    assert "role-" not in "".join(code_lines("# q reads W_K\n", "python", {"q": "query", "W_K": "key"}))
