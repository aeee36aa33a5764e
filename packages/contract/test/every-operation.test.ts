/** Rules for every operation and every field of the contract, which the rows of a table cannot express. */
import { describe, expect, test } from "vitest";
import { typesOf } from "./expectations";
import { type Operation, readContract, readDocument, type Schema } from "./support/openapi";

const { operations } = readContract(readDocument());
const isRefusal = (status: string): boolean => /^[45]\d\d$/.test(status);
const isSuccess = (status: string): boolean => status.startsWith("2");

interface Field {
	/** `getUser 200.created_at`. */
	at: string;
	name: string;
	schema: Schema;
	/** The object with the field. */
	owner: Schema;
}

/** Yields every property of a schema, at every depth. */
function* fieldsOf(schema: Schema | undefined, at: string, above: Schema[] = []): Generator<Field> {
	if (!schema || above.includes(schema)) return;
	const path = [...above, schema];
	for (const [name, one] of Object.entries(schema.properties ?? {})) {
		yield { at: `${at}.${name}`, name, schema: one, owner: schema };
		yield* fieldsOf(one, `${at}.${name}`, path);
	}
	yield* fieldsOf(schema.items, at, path);
	for (const one of schema.anyOf ?? []) yield* fieldsOf(one, at, path);
	if (typeof schema.additionalProperties === "object") yield* fieldsOf(schema.additionalProperties, at, path);
}

const fields: Field[] = operations.flatMap(({ id, bodies, responses }) => [
	...Object.values(bodies).flatMap((body) => [...fieldsOf(body, `${id} body`)]),
	...Object.entries(responses)
		.filter(([status]) => isSuccess(status))
		.flatMap(([status, { content }]) =>
			[...new Set(Object.values(content))].flatMap((schema) => [...fieldsOf(schema, `${id} ${status}`)]),
		),
]);
const parameters: Field[] = operations.flatMap(({ id, parameters }) =>
	parameters.map(({ name, schema }) => ({ at: `${id} ${name}`, name, schema, owner: {} })),
);

describe("operations", () => {
	test("CONV-097 each has an operationId, a verb and a path of its own", () => {
		expect(new Set(operations.map(({ id }) => id)).size).toBe(112);
		expect(new Set(operations.map(({ verb, path }) => `${verb} ${path}`)).size).toBe(112);
	});

	test("CONV-052 each that returns an array is paged, except two that return all", () => {
		const lists = operations.filter(({ responses }) =>
			Object.entries(responses).some(
				([status, { content }]) => isSuccess(status) && Object.values(content).some((one) => one.type === "array"),
			),
		);
		const paged = operations.filter(({ parameters }) => parameters.some(({ name }) => name === "page"));
		const whole = lists.filter((one) => !paged.includes(one)).map(({ id }) => id);
		expect(lists).toHaveLength(31);
		expect(whole.sort()).toEqual(["listRunnerManagers", "sendAlert"]);
	});

	test("CONV-098 none returns a stream of events", () => {
		const types = operations.flatMap(({ responses }) =>
			Object.values(responses).flatMap((one) => Object.keys(one.content)),
		);
		expect(new Set(types)).toEqual(new Set(["application/json", "application/octet-stream", "image/*", "text/plain"]));
	});

	test.each(operations.map((one): [string, Operation] => [one.id, one]))(
		"AUTH-069 %s names the least role",
		(_, { raw }) => {
			const roles = "anonymous signed-in guest reporter developer maintainer owner administrator auditor token".split(
				" ",
			);
			const byToken = ["sendAlert", ...operations.filter(({ security }) => security.length === 0).map(({ id }) => id)];
			const { role } = raw["x-tenon-access"] as { role: string };
			expect(roles).toContain(role);
			expect(role === "token").toBe(byToken.includes(String(raw.operationId)));
		},
	);

	test("ERR-074 each refusal is either stated or assumed", () => {
		for (const { id, raw, responses } of operations) {
			const { stated, assumed } = raw["x-tenon-evidence"] as { stated: string[]; assumed: string[] };
			const named = [...stated, ...assumed].filter(isRefusal);
			expect(named.sort(), id).toEqual(Object.keys(responses).filter(isRefusal).sort());
		}
	});
});

describe("times", () => {
	/** Whether a field is a date, by its name. `expires_at` is one in tokens (which have scopes), shares and bodies. */
	const isDate = ({ at, name, owner: { properties = {} } }: Field): boolean =>
		/_on$|^from$/.test(name) ||
		(/^expires_(before|after)$/.test(name) && /AccessTokens/.test(at)) ||
		(name === "expires_at" && Boolean(properties.scopes ?? properties.group_access_level ?? / body\./.test(at))) ||
		(name === "last_activity_at" && Boolean(properties.last_activity_on) && !properties.id);
	const isNamedAsTime = ({ name, schema }: Field): boolean =>
		/_(at|on|before|after|date)$|^(start|end)_time$|^(starts|ends)At$|^from$/.test(name) &&
		!typesOf(schema).has("boolean") &&
		!schema.enum;
	const named = [...fields, ...parameters].filter(isNamedAsTime);
	const withType = (list: Field[]): string[] =>
		list.map(({ at, schema }) => `${at}: ${[...typesOf(schema)].filter((type) => type !== "null").join()}`);

	test("CONV-026 every timestamp is a date-time", () => {
		const times = named.filter((one) => !isDate(one));
		expect(times.length).toBeGreaterThan(150);
		expect(withType(times)).toEqual(times.map(({ at }) => `${at}: timestamp`));
	});

	test("CONV-029 every date is a date", () => {
		const dates = named.filter(isDate);
		expect(withType(dates)).toEqual(dates.map(({ at }) => `${at}: date`));
		const found = dates.map(({ at }) => at.replace(/^(\w+) (\d+|body)\./, "$1 "));
		for (const id of ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens", "revokeGroupToken"])
			expect(found).toContain(`${id} expires_at`);
		for (const id of ["rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"])
			expect(found.filter((at) => at === `${id} expires_at`).length, id).toBeGreaterThan(1);
		for (const at of [
			"listUserActivities last_activity_on",
			"getGroup marked_for_deletion_on",
			"listUserActivities from",
		])
			expect(found).toContain(at);
	});

	test("no other text has the format of a time", () => {
		const known = new Set(named.map(({ at }) => at));
		const other = fields.filter(({ at, schema }) => /^date/.test(String(schema.format)) && !known.has(at));
		expect(other.map(({ at }) => at)).toEqual([]);
	});
});

test("CONV-126 everything deprecated names its replacement and the release that removes it", () => {
	const branches = ({ at, schema }: Field): [string, Record<string, unknown>][] =>
		[schema, ...(schema.anyOf ?? [])].map((one) => [at, one]);
	const found = [
		...operations.map(({ id, raw }): [string, Record<string, unknown>] => [id, raw]),
		...operations.flatMap(({ id, parameters }) =>
			parameters.map((one): [string, Record<string, unknown>] => [`${id} ${one.name}`, one]),
		),
		...[...parameters, ...fields].flatMap(branches),
	].filter(([, one]) => one.deprecated === true);
	expect(found.length).toBeGreaterThan(80);
	for (const [at, one] of found)
		expect(one["x-tenon-lifecycle"], at).toMatchObject({
			replacedBy: expect.stringMatching(/\S/),
			removal: expect.stringMatching(/^(v5|\d+\.\d+|a future release)$/),
		});
});
