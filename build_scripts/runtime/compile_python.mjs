// Compile Python modules with the very Python that will run them, Pyodide, in Node:
// node compile_python.mjs RUNTIME_FOLDER IN.zip OUT.zip PLACE OPTIMIZE
// OUT.zip holds `a.pyc` for each `a.py`. PLACE is put before the names that tracebacks show.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, sources, out, place, optimize] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
// Without columns a traceback has only lines, and a third fewer bytes are fetched. The fixed seed orders sets of constants.
const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" };
const pyodide = await loadPyodide({ indexURL: `${resolve(runtime)}/`, env });
pyodide.FS.writeFile("/in.zip", readFileSync(sources));
pyodide.FS.writeFile("/compile.py", readFileSync(new URL("./compile_in_pyodide.py", import.meta.url)));
pyodide.globals.set("arguments", pyodide.toPy(["/in.zip", "/out.zip", place, Number(optimize)]));
pyodide.runPython("exec(compile(open('/compile.py', encoding='utf-8').read(), '/compile.py', 'exec')); main(*arguments)");
writeFileSync(out, pyodide.FS.readFile("/out.zip"));
process.exit(0); // Pyodide keeps Node alive
