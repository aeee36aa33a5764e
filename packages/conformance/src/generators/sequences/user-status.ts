import fc from "fast-check";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";
import { words } from "./shelf";

/** The expected status; `emoji` is undefined if the specification leaves it open. */
interface Status {
	emoji: string | null | undefined;
	message: string | null;
	isBusy: boolean;
	isCleared: boolean;
}

async function begin(t: Context) {
	const user = await t.given.user();
	const id_or_username = user.string("username");
	const own = t.as("administrator").sudo(user.number("id"));
	const status: Status = { emoji: undefined, message: null, isBusy: false, isCleared: false };
	return { t, own, id_or_username, status };
}
type Model = Awaited<ReturnType<typeof begin>>;

function hold({ t, status }: Model, response: ApiResponse): void {
	const isNone = status.emoji === undefined && status.message === null;
	if (isNone && response.status === 404) {
		t.assume("a status of nothing should be there", false, response);
		return;
	}
	response.ok.has({ message: status.message });
	if (status.emoji !== undefined) response.has({ emoji: status.emoji });
	t.same("whether availability is busy", response.field("availability") === "busy", status.isBusy, response);
	t.same("whether clear_status_at is set", response.field("clear_status_at") !== null, status.isCleared, response);
}

/** Checks the status after a write. The response of a write is left open: if it has no status, the status is read. */
async function holdWritten(model: Model, response: ApiResponse): Promise<void> {
	hold(model, response.ok.text.includes('"message"') ? response : await model.own.call("getCurrentUserStatus"));
}

const emojis = fc.constantFrom("coffee", "tea", "rocket");
const availabilities = fc.constantFrom("busy", "not_set");
const durations = fc.constantFrom("30_minutes", "3_hours", "1_day", "30_days");
const optional: { requiredKeys: [] } = { requiredKeys: [] };

const replace = fc.tuple(fc.record({ emoji: emojis, availability: availabilities, clear_status_after: durations }, optional), words, fc.boolean()).map(
	([others, text, hasMessage]): Move<Model> =>
		async (model) => {
			// Without an emoji and a message there is no status, so one of them is sent.
			const message = hasMessage || others.emoji === undefined ? text : undefined;
			const sent = { ...others, ...(message !== undefined && { message }) };
			model.status = {
				emoji: sent.emoji ?? "speech_balloon",
				message: message ?? null,
				isBusy: sent.availability === "busy",
				isCleared: sent.clear_status_after !== undefined,
			};
			await holdWritten(model, await model.own.call("replaceCurrentUserStatus", sent));
		},
);

const update = fc
	.record(
		{
			emoji: emojis,
			message: fc.option(words),
			availability: fc.option(availabilities),
			clear_status_after: fc.option(durations),
		},
		optional,
	)
	.map(
		(sent): Move<Model> =>
			async (model) => {
				const { status } = model;
				const message = sent.message === undefined ? status.message : sent.message;
				// A status without emoji and message is left open, and so is the response to an empty change.
				const hasText = typeof sent.emoji === "string" || (typeof status.emoji === "string" && status.emoji !== "");
				if (Object.keys(sent).length === 0 || !(hasText || typeof sent.message === "string")) return;
				model.status = {
					emoji: sent.emoji ?? status.emoji ?? "speech_balloon",
					message,
					isBusy: sent.availability === undefined ? status.isBusy : sent.availability === "busy",
					isCleared: sent.clear_status_after === undefined ? status.isCleared : sent.clear_status_after !== null,
				};
				await holdWritten(model, await model.own.call("updateCurrentUserStatus", sent));
			},
	);

/** Clears the status: a replacement without fields sets all to null. */
const clear = fc.constant<Move<Model>>(async (model) => {
	model.status = { emoji: undefined, message: null, isBusy: false, isCleared: false };
	(await model.own.call("replaceCurrentUserStatus")).ok;
});

const read: Move<Model> = async (model) => {
	hold(model, await model.own.call("getCurrentUserStatus"));
};

const getByName = fc.constant<Move<Model>>(async (model) => {
	const { t, id_or_username } = model;
	hold(model, await t.anonymous.call("getUserStatus", { id_or_username }));
});

/** Replaces, changes, clears and reads a user's status in any order. */
export const userStatus: Rule = sequences({
	noun: "user-status",
	title: "PATCH of a user status keeps fields that are left out; PUT clears them, in any sequence of operations",
	level: "MUST",
	operations: ["replaceCurrentUserStatus", "updateCurrentUserStatus", "getCurrentUserStatus", "getUserStatus"],
	begin,
	first: replace,
	moves: [replace, update, update, clear, fc.constant(read), getByName],
	last: read,
});
