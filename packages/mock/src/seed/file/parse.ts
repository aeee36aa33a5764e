/** Parses seeds from YAML or JSON. The parser is loaded at first use, so that seeds from objects do not wait for it. */
import type { Document, LineCounter } from "yaml";
import { type Locate, SeedDocument, type SeedFault, SeedFileError } from "./document";

type Yaml = typeof import("yaml");

const parts = (pointer: string): string[] =>
	pointer
		.split("/")
		.slice(1)
		.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Parses a text, with the positions of its values. */
function read(yaml: Yaml, text: string): { document: Document; lines: LineCounter } {
	const lines = new yaml.LineCounter();
	const document = yaml.parseDocument(text, {
		merge: true,
		prettyErrors: false,
		logLevel: "silent",
		lineCounter: lines,
	});
	return { document, lines };
}

/** Returns a function that finds the position of a pointer: a field's name or a list item, or the nearest one above. */
function locator(yaml: Yaml, parsed: () => ReturnType<typeof read>): Locate {
	return (pointer) => {
		const { document, lines } = parsed();
		let node: unknown = document.contents;
		let start = yaml.isNode(node) ? node.range?.[0] : undefined;
		for (const part of parts(pointer)) {
			if (yaml.isAlias(node)) node = node.resolve(document);
			if (yaml.isSeq(node)) {
				node = node.items[Number(part)];
				if (!yaml.isNode(node)) break;
				start = node.range?.[0] ?? start;
			} else if (yaml.isMap(node)) {
				const pair = node.items.find(({ key }) => yaml.isScalar(key) && String(key.value) === part);
				if (!pair) break;
				if (yaml.isNode(pair.key)) start = pair.key.range?.[0] ?? start;
				node = pair.value;
			} else break;
		}
		if (start === undefined) return undefined;
		const { line, col } = lines.linePos(start);
		return { line, column: col };
	};
}

/** Parses a text as JSON, which is a hundred times faster than as YAML. Returns undefined if it is not JSON. */
function asJson(text: string): { readonly data: unknown } | undefined {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		return { data: JSON.parse(text) };
	} catch {
		return undefined;
	}
}

/**
 * Parses a seed from YAML or JSON, for `createPlatform({ seed })` and `platform.load`.
 *
 * @throws SeedFileError if the text is neither, with line and column.
 * @example
 * const platform = createPlatform({ seed: await parseSeed("users: [{ username: ada }]", { file: "team.yaml" }) });
 */
export async function parseSeed(
	text: string,
	{ file }: { /** The name of the text in messages. */ file?: string } = {},
): Promise<SeedDocument> {
	const yaml = await import("yaml");
	const json = asJson(text);
	if (json) {
		// Parse it again for positions, only if something is wrong.
		let places: ReturnType<typeof read> | undefined;
		return new SeedDocument(
			json.data,
			file,
			locator(yaml, () => {
				places ??= read(yaml, text);
				return places;
			}),
		);
	}
	const parsed = read(yaml, text);
	const { document, lines } = parsed;
	const faults = document.errors.map(({ message, pos }): SeedFault => {
		const { line, col } = lines.linePos(pos[0]);
		return { ...(file === undefined ? {} : { file }), line, column: col, pointer: "", message };
	});
	if (faults.length > 0) throw new SeedFileError(faults);
	try {
		return new SeedDocument(
			document.toJS() ?? {},
			file,
			locator(yaml, () => parsed),
		);
	} catch (error) {
		// Unresolved aliases, or aliases that would exhaust the memory.
		const message = error instanceof Error ? error.message : String(error);
		throw new SeedFileError([{ ...(file === undefined ? {} : { file }), pointer: "", message }]);
	}
}
