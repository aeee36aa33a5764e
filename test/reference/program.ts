import { dirname, join } from "node:path";
import ts from "typescript";
import { repository } from "../../packages/contract/generate/repository";

/**
 * Creates a program with the repository's compiler options, from files and from texts in memory, whose names are those
 * of files in the repository's root.
 */
export function programOf(files: readonly string[], texts: ReadonlyMap<string, string> = new Map()): ts.Program {
	const path = join(repository, "tsconfig.json");
	const { config } = ts.readConfigFile(path, ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, dirname(path));
	const host = ts.createCompilerHost(options);
	const inMemory = new Map([...texts].map(([name, text]) => [join(repository, name), text]));
	const { fileExists, getSourceFile } = host;
	host.fileExists = (name) => inMemory.has(name) || fileExists(name);
	host.getSourceFile = (name, target, ...others) => {
		const text = inMemory.get(name);
		return text === undefined ? getSourceFile(name, target, ...others) : ts.createSourceFile(name, text, target);
	};
	return ts.createProgram([...files, ...inMemory.keys()], options, host);
}
