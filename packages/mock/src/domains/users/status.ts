/** The status of a user: it is replaced or changed in parts, and expires. */
import { invalid } from "../../request/http/errors";
import type { ParamsOf } from "../../request/operation";
import type { User, UserStatus } from "../../state/records";
import type { State } from "../../state/state";
import { emoji } from "./emoji";

const longestMessage = 100;
const defaultEmoji = "speech_balloon";
const hour = 3_600_000;

/** How long a status can last, in milliseconds. */
const spans = {
	"30_minutes": hour / 2,
	"3_hours": 3 * hour,
	"8_hours": 8 * hour,
	"1_day": 24 * hour,
	"3_days": 72 * hour,
	"7_days": 168 * hour,
	"30_days": 720 * hour,
} as const;

/** The status in a request. Null clears a field. Any availability except `busy` counts as not set. */
export type StatusInput = Omit<ParamsOf<"updateCurrentUserStatus">, "availability"> & {
	readonly availability?: string | null;
};

/** Returns the current status, or null if there is none or it has expired. */
export function statusOf({ status }: User, state: State): UserStatus | null {
	if (status?.clear_status_at && status.clear_status_at <= state.clock.iso()) return null;
	return status;
}

/** Throws 400 if the emoji is unknown or the message is too long. */
function check(emojiName: string, message: string | null): void {
	const found: { [field: string]: string[] } = {};
	if (emojiName !== "" && emoji(emojiName) === undefined) found.emoji = ["is not a valid emoji name"];
	if ([...(message ?? "")].length > longestMessage)
		found.message = [`is too long (maximum is ${longestMessage} characters)`];
	if (Object.keys(found).length > 0) throw invalid(found);
}

function put(input: StatusInput, user: User, before: UserStatus | null, state: State): User {
	const name = (input.emoji === undefined ? before?.emoji : input.emoji)?.trim() ?? "";
	const message = input.message === undefined ? (before?.message ?? null) : input.message;
	check(name, message);
	const busy = (input.availability === undefined ? before?.availability : input.availability) === "busy";
	const after = input.clear_status_after;
	const kept = after === undefined ? (before?.clear_status_at ?? null) : null;
	const said = name !== "" || (message ?? "").trim() !== "" || busy;
	return state.users.update(user.id, {
		status: said
			? {
					emoji: name || defaultEmoji,
					message: message || null,
					availability: busy ? "busy" : "not_set",
					clear_status_at: after ? new Date(state.clock.now() + spans[after]).toISOString() : kept,
				}
			: null,
	});
}

/** Replaces the status. Missing fields are cleared. */
export const replace = (input: StatusInput, user: User, state: State): User => put(input, user, null, state);

/** Changes the given fields of the status. The others stay the same. */
export const update = (input: StatusInput, user: User, state: State): User =>
	put(input, user, statusOf(user, state), state);

const entities: { readonly [character: string]: string } = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Returns a message as escaped HTML, in which emoji codes are replaced by the emoji. */
export const messageHtml = (message: string): string =>
	message
		.replace(/[&<>"']/g, (character) => entities[character] ?? character)
		.replace(/:([a-z0-9_+-]+):/g, (code, name: string) => {
			const character = emoji(name);
			return character
				? `<gl-emoji title="${name.replaceAll("_", " ")}" data-name="${name}">${character}</gl-emoji>`
				: code;
		});

/** Returns the JSON of a user's status. Without a status all fields are null. */
export function statusEntity(user: User, state: State): object {
	const status = statusOf(user, state);
	return {
		emoji: status?.emoji ?? null,
		availability: status?.availability ?? null,
		message: status?.message ?? null,
		message_html: status?.message == null ? null : messageHtml(status.message),
		clear_status_at: status?.clear_status_at ?? null,
	};
}
