import fc from "fast-check";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { type Move, sequences } from "./play";

async function begin(t: Context): Promise<Model> {
	const id = (await t.given.user()).number("id");
	const administrator = t.as("administrator");
	return { administrator, id, own: administrator.sudo(id), pin: undefined };
}

interface Model {
	readonly administrator: Caller;
	readonly id: number;
	/** The administrator acting as the user. */
	readonly own: Caller;
	/** The valid PIN; undefined if there is none. */
	pin: string | undefined;
}

const hold = ({ pin }: Model, response: ApiResponse): void => {
	if (pin === undefined) response.is(404);
	else response.is(200).has({ pin });
};

const create = fc.constant<Move<Model>>(async (model) => {
	model.pin = (await model.own.call("createSupportPin")).is(201).string("pin");
});

const read: Move<Model> = async (model) => hold(model, await model.own.call("getSupportPin"));

const getOfUser = fc.constant<Move<Model>>(async (model) => {
	hold(model, await model.administrator.call("getUserSupportPin", { id: model.id }));
});

const revoke = fc.constant<Move<Model>>(async (model) => {
	const response = await model.administrator.call("revokeUserSupportPin", { id: model.id });
	response.is(model.pin === undefined ? 404 : 202);
	model.pin = undefined;
});

/** Creates, revokes and reads a user's support PIN in any order. */
export const supportPin: Rule = sequences({
	noun: "support-pin",
	title: "the support PIN is the one that was created last, until it is revoked",
	// It is assumed that a second PIN replaces the first.
	level: "ASSUMED",
	operations: ["createSupportPin", "getSupportPin", "getUserSupportPin", "revokeUserSupportPin"],
	begin,
	first: create,
	moves: [create, fc.constant(read), getOfUser, revoke],
	last: read,
});
