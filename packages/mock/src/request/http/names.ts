/**
 * The values of query and form parameters, by the syntax of their names: `a=1`, `a[]=1&a[]=2` (a list), `a[k]=v` (a
 * hash), `a[][k]=v` and `a[0][k]=v` (a list of hashes). Values are texts, or files of a multipart form.
 */
export type FormValue = string | Uint8Array | FormValue[] | Hash;
/** An object without inherited properties, so that names in a request have no special meaning. */
export interface Hash {
	[name: string]: FormValue;
}

/** The maximum depth of nesting. Deeper names are refused. */
export const maxDepth = 32;

export class TooDeep extends Error {}

const none: ReadonlyMap<string, string[]> = new Map();

/** Creates objects with an empty prototype. V8 reads and writes them faster than those without a prototype. */
function Bare(this: Hash): void {}
Bare.prototype = Object.freeze(Object.create(null));
const bare = (): Hash => new (Bare as unknown as new () => Hash)();
const isHash = (value: FormValue | undefined): value is Hash =>
	typeof value === "object" && !Array.isArray(value) && !(value instanceof Uint8Array);

function keysOf(name: string): string[] {
	const open = name.indexOf("[");
	if (open <= 0 || !name.endsWith("]")) return [name];
	const keys = [name.slice(0, open), ...name.slice(open + 1, -1).split("][", maxDepth)];
	if (keys.length > maxDepth) throw new TooDeep(name.slice(0, 40));
	return keys;
}

/** Returns the hash in a list for the next `[][key]`: the last one, or a new one if that has the key already. */
function hashInList(list: FormValue[], key: string): Hash {
	const last = list.at(-1);
	if (isHash(last) && !(key in last)) return last;
	const next = bare();
	list.push(next);
	return next;
}

function put(target: Hash, keys: readonly string[], value: FormValue): void {
	let at = target;
	for (let index = 0; index < keys.length; index++) {
		const key = keys[index] ?? "";
		const rest = keys[index + 1];
		if (rest === undefined) {
			at[key] = value;
			return;
		}
		const indexed = rest === "" || /^\d{1,4}$/.test(rest);
		const after = keys[index + 2];
		const there = at[key];
		if (rest === "") {
			const list: FormValue[] = Array.isArray(there) ? there : [];
			at[key] = list;
			if (after === undefined) {
				list.push(value);
				return;
			}
			at = hashInList(list, after);
			index += 1;
		} else if (indexed && after !== undefined && (there === undefined || Array.isArray(there))) {
			const list: FormValue[] = Array.isArray(there) ? there : [];
			at[key] = list;
			const position = Math.min(Number(rest), list.length);
			const element = list[position];
			const hash = isHash(element) ? element : bare();
			list[position] = hash;
			at = hash;
			index += 1;
		} else {
			const hash = isHash(there) ? there : bare();
			at[key] = hash;
			at = hash;
		}
	}
}

/** Builds the tree that names describe. The last value of a repeated plain name counts; `repeated` has all of them. */
export function nest(pairs: Iterable<readonly [string, string | Uint8Array]>): {
	tree: Hash;
	repeated: ReadonlyMap<string, string[]>;
} {
	const tree = bare();
	let repeated: Map<string, string[]> | undefined;
	for (const [name, value] of pairs) {
		if (typeof value === "string" && typeof tree[name] === "string") {
			repeated ??= new Map();
			const before = repeated.get(name);
			if (before) before.push(value);
			else repeated.set(name, [tree[name], value]);
		}
		if (name.includes("[")) put(tree, keysOf(name), value);
		else tree[name] = value;
	}
	return { tree, repeated: repeated ?? none };
}
