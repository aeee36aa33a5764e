import { sha } from "../../state/sha";
import type { State } from "../../state/state";

/** Returns the text of the next token: a prefix and 32 unique hex digits. The same state gives the same text. */
export function secret(prefix: string, state: State): string {
	for (let turn = 0; ; turn++) {
		const text = `${prefix}${sha(`token ${state.tokens.lastId + 1} ${turn}`).slice(0, 32)}`;
		if (!state.tokens.one("text", text)) return text;
	}
}
