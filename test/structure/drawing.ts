/** Draws the floors of the mock and their imports, for docs/architecture.md. */
import { mockFloors } from "./floors";
import { type Imports, importsBelow } from "./imports";

const folderOf = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "entry points");

/** Returns the folders that each folder imports from. */
function foldersOf(imports: Imports): Map<string, Set<string>> {
	const folders = new Map<string, Set<string>>();
	for (const [file, targets] of imports) {
		const from = folderOf(file);
		const known = folders.get(from) ?? new Set();
		folders.set(from, known);
		for (const target of targets) if (folderOf(target) !== from) known.add(folderOf(target));
	}
	return folders;
}

/** Whether a folder imports from another one through a third folder. */
function isReachedThrough(folders: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
	const reaches = (one: string): boolean => [...(folders.get(one) ?? [])].some((next) => next === to || reaches(next));
	return [...(folders.get(from) ?? [])].some((between) => between !== to && reaches(between));
}

/** Returns a Mermaid graph: a box per floor, and an arrow for each import between folders that is not also indirect. */
export function drawing(): string {
	const folders = foldersOf(importsBelow("packages/mock/src"));
	const names = ["entry points", ...mockFloors.flat()];
	const id = (name: string): string => name.replaceAll(/[^a-z]/g, "");
	const boxes = mockFloors.map((floor, index) =>
		[
			`  subgraph floor${mockFloors.length - index}[" "]`,
			...floor.map((name) => `    ${id(name)}["${name}/"]`),
			"  end",
		].join("\n"),
	);
	const arrows = names.flatMap((from) =>
		[...(folders.get(from) ?? [])]
			.filter((to) => !isReachedThrough(folders, from, to))
			.sort((a, b) => names.indexOf(a) - names.indexOf(b))
			.map((to) => `  ${id(from)} --> ${id(to)}`),
	);
	return ["flowchart TD", '  entrypoints(["entry points"])', ...boxes, ...arrows].join("\n");
}
