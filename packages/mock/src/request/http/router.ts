import type { OperationRow } from "@tenon/contract";

/** The result of a path: its operations by method, and its decoded parameters. */
export interface Match {
	readonly verbs: ReadonlyMap<string, OperationRow>;
	readonly params: { readonly [name: string]: string };
}

interface Node {
	readonly fixed: Map<string, Node>;
	/** The node for any other segment. */
	any: Node | undefined;
	readonly verbs: Map<string, OperationRow>;
	/** The names of the path's parameters, in order. All methods of a path must have the same names. */
	names: readonly string[];
}

const node = (): Node => ({ fixed: new Map(), any: undefined, verbs: new Map(), names: [] });

/** A tree of path segments. A fixed segment takes precedence over a parameter. */
export class Router {
	readonly #root = node();

	/** @throws Error if two operations have the same method and path, or the same path with different parameter names. */
	constructor(rows: Iterable<OperationRow>) {
		for (const row of rows) {
			let at = this.#root;
			const names: string[] = [];
			for (const segment of row.path.split("/").slice(1)) {
				if (segment.startsWith("{")) {
					names.push(segment.slice(1, -1));
					at.any ??= node();
					at = at.any;
				} else {
					const next = at.fixed.get(segment) ?? node();
					at.fixed.set(segment, next);
					at = next;
				}
			}
			if (at.names.length > 0 && at.names.join() !== names.join())
				throw new Error(`${row.path} has other parameter names than the path that it shares a place with.`);
			at.names = names;
			const other = at.verbs.get(row.verb);
			if (other) throw new Error(`${row.verb} ${row.path} is the path of two operations: ${other.id} and ${row.id}.`);
			at.verbs.set(row.verb, row);
		}
	}

	/** Finds the operations of a path (without the version's prefix, encoded). Invalid percent-escapes match nothing. */
	find(path: string): Match | undefined {
		const values: string[] = [];
		const found = this.#walk(this.#root, path, 1, values);
		if (!found) return undefined;
		const params: { [name: string]: string } = {};
		try {
			for (let index = 0; index < found.names.length; index++) {
				const value = values[index] ?? "";
				params[found.names[index] ?? ""] = value.includes("%") ? decodeURIComponent(value) : value;
			}
		} catch {
			return undefined;
		}
		return { verbs: found.verbs, params };
	}

	/** @param start The index in the path at which the next segment begins, after its slash. */
	#walk(at: Node, path: string, start: number, values: string[]): Node | undefined {
		if (start > path.length) return at.verbs.size > 0 ? at : undefined;
		const slash = path.indexOf("/", start);
		const end = slash < 0 ? path.length : slash;
		const segment = path.slice(start, end);
		const fixed = at.fixed.get(segment);
		const straight = fixed && this.#walk(fixed, path, end + 1, values);
		if (straight) return straight;
		if (!at.any || segment === "") return undefined;
		values.push(segment);
		const found = this.#walk(at.any, path, end + 1, values);
		if (!found) values.pop();
		return found;
	}
}
