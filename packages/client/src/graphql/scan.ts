/** Reads the parts of a query's text that determine its complexity. */
import { UsageError } from "../errors/errors";

/** A literal, or the name of a variable. */
export type Value =
	| { readonly variable: string }
	| { readonly literal: number | string | boolean | null }
	| { readonly list: readonly Value[] };

export interface Selection {
	readonly kind: "field" | "spread" | "inline";
	/** The name of a field, the fragment of a spread, or the type of an inline fragment; empty if it has none. */
	readonly name: string;
	readonly args: { readonly [name: string]: Value };
	readonly directives: readonly { readonly name: string; readonly args: { readonly [name: string]: Value } }[];
	readonly selections: readonly Selection[];
}

export interface Scanned {
	readonly operations: readonly {
		readonly kind: string;
		readonly name: string | undefined;
		/** The defaults of the variables that have one. */
		readonly defaults: { readonly [variable: string]: Value };
		readonly selections: readonly Selection[];
	}[];
	readonly fragments: { readonly [name: string]: { readonly type: string; readonly selections: readonly Selection[] } };
}

const tokens = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|\.\.\.|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\w+|[^\s,\w]/g;

class Reader {
	readonly #tokens: string[];
	#at = 0;

	constructor(text: string) {
		this.#tokens = (text.match(tokens) ?? []).filter((token) => !token.startsWith("#"));
	}

	get next(): string | undefined {
		return this.#tokens[this.#at];
	}

	take(): string {
		const token = this.#tokens[this.#at++];
		if (token === undefined) throw new UsageError("document", "ends too early", "executeGraphql");
		return token;
	}

	/** Consumes a token if it is the next one. */
	skip(token: string): boolean {
		if (this.next !== token) return false;
		this.#at += 1;
		return true;
	}

	value(): Value {
		const token = this.take();
		if (token === "$") return { variable: this.take() };
		if (token === "[") {
			const list: Value[] = [];
			while (!this.skip("]")) list.push(this.value());
			return { list };
		}
		if (token === "{") {
			while (!this.skip("}")) {
				this.take();
				this.skip(":");
				this.value();
			}
			return { literal: "" };
		}
		if (/^-?\d/.test(token)) return { literal: Number(token) };
		if (token === "null") return { literal: null };
		return { literal: token === "true" || token === "false" ? token === "true" : token };
	}

	args(): { [name: string]: Value } {
		const args: { [name: string]: Value } = {};
		if (!this.skip("(")) return args;
		while (!this.skip(")")) {
			const name = this.take();
			this.skip(":");
			args[name] = this.value();
		}
		return args;
	}

	directives(): { name: string; args: { [name: string]: Value } }[] {
		const directives: { name: string; args: { [name: string]: Value } }[] = [];
		while (this.skip("@")) directives.push({ name: this.take(), args: this.args() });
		return directives;
	}

	selections(): Selection[] {
		const selections: Selection[] = [];
		if (!this.skip("{")) return selections;
		while (!this.skip("}")) selections.push(this.skip("...") ? this.#fragment() : this.#field());
		return selections;
	}

	#field(): Selection {
		let name = this.take();
		if (this.skip(":")) name = this.take();
		const args = this.args();
		return { kind: "field", name, args, directives: this.directives(), selections: this.selections() };
	}

	#fragment(): Selection {
		let type = "";
		if (this.skip("on")) type = this.take();
		else if (this.next !== "{" && this.next !== "@")
			return { kind: "spread", name: this.take(), args: {}, directives: this.directives(), selections: [] };
		return { kind: "inline", name: type, args: {}, directives: this.directives(), selections: this.selections() };
	}

	/** Reads the defaults of an operation's variables. */
	defaults(): { [variable: string]: Value } {
		const defaults: { [variable: string]: Value } = {};
		if (!this.skip("(")) return defaults;
		let name = "";
		while (!this.skip(")")) {
			if (this.skip("$")) name = this.take();
			else if (this.skip("=")) defaults[name] = this.value();
			else this.take();
		}
		return defaults;
	}
}

/** Reads the text of a query. Throws a UsageError if it ends too early. Other errors are left to the server. */
export function scan(text: string): Scanned {
	const reader = new Reader(text);
	const operations: Scanned["operations"][number][] = [];
	const fragments: { [name: string]: Scanned["fragments"][string] } = {};
	while (reader.next !== undefined) {
		if (reader.next === "{") {
			operations.push({ kind: "query", name: undefined, defaults: {}, selections: reader.selections() });
			continue;
		}
		const kind = reader.take();
		const name = reader.next !== "{" && reader.next !== "(" && reader.next !== "@" ? reader.take() : undefined;
		const type = kind === "fragment" && reader.skip("on") ? reader.take() : "";
		const defaults = reader.defaults();
		reader.directives();
		const selections = reader.selections();
		if (kind === "fragment") fragments[name ?? ""] = { type, selections };
		else operations.push({ kind, name, defaults, selections });
	}
	return { operations, fragments };
}
