import { join } from "node:path";
import ts from "typescript";
import type { Block } from "./blocks";
import { root } from "./documents";

const folder = join(root, "test", "readme");

/** Returns TypeScript's errors in blocks, each a module with the declarations of prelude.d.ts: `README.md:31: …`. */
export function typeErrors(blocks: readonly Block[], more: ts.CompilerOptions = {}): string[] {
	const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
	const { options: own } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
	const options = { ...own, ...more };
	const modules = new Map(
		blocks.map((block, index) => [join(folder, `snippet-${index}.${block.language === "tsx" ? "tsx" : "ts"}`), block]),
	);
	const host = ts.createCompilerHost(options);
	const { getSourceFile, fileExists } = host;
	host.fileExists = (name) => modules.has(name) || fileExists(name);
	host.getSourceFile = (name, ...rest) => {
		const block = modules.get(name);
		// Added at the end, so that line numbers do not change.
		return block ? ts.createSourceFile(name, `${block.code}export {};\n`, rest[0]) : getSourceFile(name, ...rest);
	};
	const program = ts.createProgram([join(folder, "prelude.d.ts"), ...modules.keys()], options, host);
	return [...modules].flatMap(([name, block]) => {
		const file = program.getSourceFile(name);
		return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((found) => {
			const { line } = found.file ? ts.getLineAndCharacterOfPosition(found.file, found.start ?? 0) : { line: 0 };
			return `${block.path}:${block.line + line}: ${ts.flattenDiagnosticMessageText(found.messageText, "\n")}`;
		});
	});
}
