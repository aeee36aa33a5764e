import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/** Long enough for the first requests, whose functions are kept as well, in milliseconds. */
const delay = 2_000;

interface Compiled {
	readonly script: Script;
	/** Where the compiled code is kept. */
	readonly file: string;
}

/** What Node calls for each CommonJS file. It is not declared, but tools such as Yarn and ts-node rely on it. */
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

/** Writes whole files, as another process may read them meanwhile. Where the folder is read-only, nothing is kept. */
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
 * Keeps what V8 compiles of the files in a folder, so that later starts do not compile them: on Node 20 that is half of the time to
 * the first response. From 22.1 on Node does it itself. The variable NODE_DISABLE_COMPILE_CACHE switches both off.
 *
 * @param folder Where the files are: those called `chunk-…`, whose names change with their content. They are CommonJS without `import()`.
 * @param kept Where the compiled code lies. V8 refuses what another version of it compiled.
 */
export function keepCompiled(folder: string, kept: string): void {
	if (process.env.NODE_DISABLE_COMPILE_CACHE) return;
	const nodes: unknown = Reflect.get(nodeModule, "enableCompileCache");
	if (typeof nodes === "function") {
		nodes();
		return;
	}
	const compiled: Compiled[] = [];
	// Node's declarations leave `_compile` out.
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
	// Files that are loaded after the delay are kept at the end.
	const saveNew = (): void => {
		if (compiled.length > 0) save(kept, compiled.splice(0));
	};
	process.once("exit", saveNew);
	setTimeout(saveNew, delay).unref();
}
