import type { OperationId } from "@tenon/contract";
import type { Context } from "../rule/context";
import { type Kind, kinds } from "../rules/notes/kinds";
import type { Plan, Planner } from "./planner";

/** The path parameters of the scene's parent of a kind. */
const whereOf = (t: Context, { place, parameter, field }: Kind) => ({
	id: t.scene(place),
	[parameter]: t.scene(field),
});

/** The author is the administrator: notes are rate limited per user and minute, and the roles write in other checks. */
const authorOf = (t: Context) => t.as("administrator");

async function noteOf(t: Context, kind: Kind): Promise<number> {
	const where = whereOf(t, kind);
	const response = (await authorOf(t).call(kind.operations.create, { ...where, body: t.unique("note") })).ok;
	const note_id = response.number("id");
	t.undo(`note ${note_id}`, () => authorOf(t).call(kind.operations.delete, { ...where, note_id }));
	return note_id;
}

const plansOf = (kind: Kind): [OperationId, Planner][] => {
	const { list, get, create, update, delete: remove } = kind.operations;
	const at = async (t: Context): Promise<Plan> => {
		const params = { ...whereOf(t, kind), note_id: await noteOf(t, kind) };
		const caller = authorOf(t);
		return { caller, params, look: async () => (await caller.call(get, params)).is(200).json };
	};
	return [
		[list, async (t) => ({ caller: authorOf(t), params: whereOf(t, kind) })],
		[get, at],
		[
			create,
			async (t) => {
				const where = whereOf(t, kind);
				const caller = authorOf(t);
				const body = t.unique("note");
				return {
					caller,
					params: { ...where, body },
					// Only notes of this call, or with an empty body: other rules write notes at the same time.
					look: async () => (await caller.list(list, where)).is(200).items.filter((note) => note.body === "" || String(note.body).includes(body)).length,
					made: (response) => {
						// A note of only commands gets 202 and is not stored.
						if (response.status === 202) return;
						const note_id = response.number("id");
						t.undo(`note ${note_id}`, () => caller.call(remove, { ...where, note_id }));
					},
				};
			},
		],
		[
			update,
			async (t) => {
				const plan = await at(t);
				return { ...plan, params: { ...plan.params, body: t.unique("changed") } };
			},
		],
		[remove, at],
	];
};

type NoteOperation = Extract<OperationId, `${string}Note` | `${string}Notes`>;

/** How the operations on notes succeed, for each kind of parent. */
// The kinds name all thirty operations.
export const notePlans = Object.fromEntries(kinds.flatMap(plansOf)) as { readonly [id in NoteOperation]: Planner };
