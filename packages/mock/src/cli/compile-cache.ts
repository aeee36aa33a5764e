import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Long enough for the first requests, so that their functions are cached too, in milliseconds. */
const delay = 2_000;

interface Compiled {
	readonly script: Script;
	/** The file with the compiled code. */
	readonly file: string;
}

/** The function that Node calls for each CommonJS file. It is undocumented, but Yarn and ts-node rely on it. */
interface Compiler {
	_compile(this: NodeModule, code: string, path: string): unknown;
}

function read(file: string): Buffer | undefined {
	try {
		return readFileSync(file);
	} catch {
		return undefined;
	}
}

/**
 * Writes each file completely before renaming it, because another process may read it at the same time. If the folder
 * is read-only, nothing is cached.
 */
function save(folder: string, compiled: readonly Compiled[]): void {
	try {
		mkdirSync(folder, { recursive: true });
		for (const { script, file } of compiled) {
			writeFileSync(`${file}.${process.pid}`, script.createCachedData());
			renameSync(`${file}.${process.pid}`, file);
		}
	} catch {
		// The next start compiles again.
	}
}

/**
 * Caches the code that V8 compiles for the files in a folder, so that later starts do not compile it: on Node 20 that
 * is half of the time to the first response. From 22.1 on, Node does this itself. The variable
 * NODE_DISABLE_COMPILE_CACHE disables both.
 *
 * @param folder The folder of the files. Only those called `chunk-…` are cached: their names change with their content,
 * and they are CommonJS without `import()`.
 * @param kept The folder for the compiled code. V8 refuses code that another version of it compiled.
 */
export function keepCompiled(folder: string, kept: string): void {
	if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
	const nodes: unknown = Reflect.get(nodeModule, "enableCompileCache");
	if (typeof nodes === "function") {
		nodes();
		return;
	}
	const compiled: Compiled[] = [];
	// Node's type declarations do not include `_compile`.
	const compiler = nodeModule.Module.prototype as unknown as Compiler;
	const original = compiler._compile;
	compiler._compile = function (code, path) {
		const name = basename(path);
		if (dirname(path) !== folder || !name.startsWith("chunk-")) return original.call(this, code, path);
		const file = join(kept, name);
		const cachedData = read(file);
		const script = new Script(nodeModule.Module.wrap(code), {
			filename: path,
			...(cachedData && { cachedData }),
		});
		if (!cachedData || script.cachedDataRejected) compiled.push({ script, file });
		const require = nodeModule.createRequire(path);
		return script.runInThisContext().call(this.exports, this.exports, require, this, path, folder);
	};
	// Files that are loaded after the delay are saved at the end.
	const saveNew = (): void => {
		if (compiled.length > 0) save(kept, compiled.splice(0));
	};
	process.once("exit", saveNew);
	setTimeout(saveNew, delay).unref();
}
