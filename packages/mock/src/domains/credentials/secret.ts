import { sha } from "../../state/sha";
import type { State } from "../../state/state";

/** The text of the next token: its kind's prefix and 32 digits that no other token has. The same state gives the same text. */
export function secret(prefix: string, state: State): string {
	for (let turn = 0; ; turn++) {
		const text = `${prefix}${sha(`token ${state.tokens.lastId + 1} ${turn}`).slice(0, 32)}`;
		if (!state.tokens.one("text", text)) return text;
	}
}
