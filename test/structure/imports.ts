/** Finds the imports between the files of a package, including imports of types. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the imports between the files in a folder, by relative path, without tests and generated files. */
export function importsBelow(folder: string): Imports {
	const files = new Set(
		readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
			(file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.tsx?$|(^|\/)generated\//.test(file),
		),
	);
	const resolve = (file: string, name: string): string[] => {
		const path = relative(folder, join(folder, dirname(file), name));
		return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].filter((one) => files.has(one)).slice(0, 1);
	};
	return new Map(
		[...files].map((file) => {
			const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, file), "utf8"), true, true);
			return [
				file,
				importedFiles
					.map(({ fileName }) => fileName)
					.filter((name) => name.startsWith("."))
					.flatMap((name) => resolve(file, name)),
			];
		}),
	);
}

/** Returns the first import cycle that is found from each file, as a path that starts and ends with the same file. */
export function circles(imports: Imports): string[] {
	const done = new Set<string>();
	const found: string[] = [];
	const visit = (file: string, path: readonly string[]): void => {
		const start = path.indexOf(file);
		if (start >= 0) found.push([...path.slice(start), file].join(" → "));
		if (start >= 0 || done.has(file)) return;
		for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
		done.add(file);
	};
	for (const file of imports.keys()) visit(file, []);
	return found;
}

/** Returns the imports of a higher floor. Each floor lists folders. Files in the root are above all floors. */
export function climbs(imports: Imports, floors: readonly (readonly string[])[]): string[] {
	const floorOf = (file: string): number => {
		const folder = file.includes("/") ? file.slice(0, file.indexOf("/")) : undefined;
		const floor = folder === undefined ? -1 : floors.findIndex((folders) => folders.includes(folder));
		if (folder !== undefined && floor < 0) throw new Error(`The folder ${folder} is on no floor: add it to the list.`);
		return floor;
	};
	return [...imports].flatMap(([file, targets]) =>
		targets.filter((target) => floorOf(target) < floorOf(file)).map((target) => `${file} → ${target}`),
	);
}
