// Start Pyodide in Node with a built site's own archives and import modules: node import_in_pyodide.mjs SITE < names
// Prints as JSON what cannot be imported, {module: sentence}, and which modules had to be compiled anew.
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const site = resolve(process.argv[2]);
const folder = (name) => `${site}/${readdirSync(site).find((each) => each.startsWith(`${name}-`))}/`;
const { loadPyodide } = await import(pathToFileURL(`${folder("runtime")}pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder("runtime"), lockFileURL: `${folder("app")}lock.json`, packages: ["lookback"] });
python.unpackArchive(new Uint8Array(readFileSync(`${folder("app")}site.zip`)), "zip", { extractDir: "/home/pyodide" });
python.globals.set("names", python.toPy(JSON.parse(readFileSync(0, "utf8"))));
console.log(
  python.runPython(`
    import importlib, json, sys
    failed = {}
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException as error:
            failed[name] = f"{type(error).__name__}: {error}"
    specs = {name: getattr(module, "__spec__", None) for name, module in sys.modules.items()}
    source = [name for name, spec in specs.items() if spec and (spec.origin or "").endswith(".py")
              and not __import__("os").path.exists(spec.cached or "")]
    json.dumps({"failed": failed, "compiled_anew": sorted(source)})
  `),
);
process.exit(0); // Pyodide keeps Node alive
