/** Asks by GraphQL, and reads what was answered. */
import type { Params } from "./address";
import { type Answer, type Fields, isFields } from "./answer";
import type { Caller } from "./caller";

/** The one error of mutations on what is not there, or not for the caller. */
export const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

const show = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 300);

/** An answer of GraphQL. Ways into its data are written with dots: `project.issue.notes.nodes.0`. */
export class Told {
	readonly answer: Answer;

	constructor(answer: Answer) {
		this.answer = answer;
	}

	/** The top-level errors; none where there are none. */
	get errors(): readonly Fields[] {
		const { errors = [] } = this.answer.fields;
		if (!Array.isArray(errors) || !errors.every(isFields))
			throw this.answer.deviation(`errors should be a list of records, and are ${show(errors)}`);
		return errors;
	}

	/** The message of the first error. */
	get message(): string | undefined {
		const message = this.errors[0]?.message;
		return typeof message === "string" ? message : undefined;
	}

	/** The data of an answer without errors. */
	get data(): Fields {
		this.answer.is(200);
		if (this.errors.length > 0)
			throw this.answer.deviation(`there should be no errors, and there are ${show(this.errors)}`);
		const data = this.answer.field("data");
		if (!isFields(data)) throw this.answer.deviation(`data should be an object, and is ${show(data)}`);
		return data;
	}

	/** What stands at a way in the data of an answer without errors; null where the way ends before. */
	at(way: string): unknown {
		let found: unknown = this.data;
		for (const step of way.split("."))
			found = Array.isArray(found) ? (found[Number(step)] ?? null) : isFields(found) ? (found[step] ?? null) : null;
		return found;
	}

	record(way: string): Fields {
		const value = this.at(way);
		if (!isFields(value)) throw this.answer.deviation(`${way} should be a record, and is ${show(value)}`);
		return value;
	}

	list(way: string): readonly Fields[] {
		const value = this.at(way);
		if (!Array.isArray(value) || !value.every(isFields))
			throw this.answer.deviation(`${way} should be a list of records, and is ${show(value)}`);
		return value;
	}

	text(way: string): string {
		const value = this.at(way);
		if (typeof value !== "string") throw this.answer.deviation(`${way} should be a text, and is ${show(value)}`);
		return value;
	}

	/** There must be an error, the first of this message, and nothing at the top of the data but nulls. */
	refuses(message: string | RegExp): this {
		this.answer.is(200);
		const told = this.message;
		if (told === undefined) throw this.answer.deviation("the request should be refused, and there are no errors");
		if (typeof message === "string" ? told !== message : !message.test(told))
			throw this.answer.deviation(`the message should be ${message}, and is ${show(told)}`);
		const data = this.answer.field("data");
		if (isFields(data) && Object.values(data).some((value) => value !== null))
			throw this.answer.deviation(`a refused request should have no data, and has ${show(data)}`);
		return this;
	}
}

/** A query, or anything that is written like one. */
export const ask = async (caller: Caller, query: string, variables?: Params): Promise<Told> =>
	new Told(await caller.graphql(query, variables));

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** One mutation by its name and input; `selection` is what its payload shall show beside `errors`. */
export async function mutate(
	caller: Caller,
	name: string,
	input: Params,
	selection = "",
	headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
	const query = `mutation($input: ${capital(name)}Input!) { ${name}(input: $input) { errors ${selection} } }`;
	return new Told(await caller.graphql(query, { input }, { headers }));
}

/** The payload of a mutation that must succeed. */
export async function succeed(caller: Caller, name: string, input: Params, selection = ""): Promise<Fields> {
	const told = await mutate(caller, name, input, selection);
	const payload = told.record(name);
	if (!Array.isArray(payload.errors) || payload.errors.length > 0)
		throw told.answer.deviation(`${name} should succeed, and tells ${show(payload.errors)}`);
	return payload;
}

/** The Global ID of a record. */
export const gid = (className: string, id: number): string => `gid://service/${className}/${id}`;

/** The number at the end of a Global ID; 0 for what is none. */
export const numberOf = (id: unknown): number => Number(/\/(\d+)$/.exec(String(id))?.[1] ?? 0);
