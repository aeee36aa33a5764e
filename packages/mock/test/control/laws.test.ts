/** Rules that every operation of openapi/control.yaml follows. */
import { expect, test } from "vitest";
import { describedOperations } from "../../../../test/support/control-check";
import { controlled } from "../support/control";

/** Returns a platform with something of every kind, and the path parameters that lead to it. */
async function arranged() {
	const made = controlled();
	const { platform, control } = made;
	platform.faults.add({ operation: "getUser", status: 503 });
	platform.overrides.addFixed({ operation: "getUser", status: 201 });
	platform.snapshots.take();
	await platform.fetch("http://127.0.0.1:4010/api/v4/user");
	const { undo } = await control("PATCH", "/settings", { latency: 0 });
	const [pipeline] = platform.state.pipelines.all();
	const [job] = platform.state.jobs.all();
	const [integration] = platform.state.alertIntegrations.all();
	const ids: Record<string, unknown> = {
		table: "issues",
		record_id: 201,
		integration_id: integration?.id,
		project_id: 101,
		fault_id: "fault-1",
		request_id: "000000000001",
		override_id: "override-1",
		operation: "getUser",
		pipeline_id: pipeline?.id,
		job_id: job?.id,
		snapshot: "snapshot-1",
		undo,
	};
	return { ...made, at: (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name])) };
}

/** One value of each JSON type. */
const values: Record<string, unknown> = { object: {}, array: [], string: "-x-", number: 1.5, boolean: true };

/** Returns queries with a value that their schema does not allow. */
const wrongQueries = (query: readonly { name: string; schema: Schema }[]): string[] =>
	query.flatMap(({ name, schema }) => {
		if (schema.type === "integer") return [`${name}=-1`, `${name}=x`];
		return schema.enum || schema.format ? [`${name}=x`] : [];
	});

type Schema = (typeof describedOperations)[number]["body"] & object;

const typesOf = ({ type, anyOf = [] }: Schema): string[] => [type ?? [], anyOf.flatMap(typesOf)].flat();

// This platform has no worlds, no CAPTCHAs and no inspector page.
const operations = describedOperations.filter(({ path }) => !/^\/(worlds|captchas|$)/.test(path));

test.each(operations)(
	"$method $path refuses a foreign origin, unknown worlds and invalid input, and changes nothing",
	async (operation) => {
		const { method, path, query, body, required } = operation;
		const { control, at, state, platform } = await arranged();
		const before = state();
		const refused = async (status: number, address: string, json?: unknown, headers?: Record<string, string>) => {
			const reply = await control(method, address, json, headers);
			expect([address, json, reply.status]).toEqual([address, json, status]);
			expect(reply.body.message).toMatch(/\w/);
			return reply.body.faults.map(({ pointer }: { pointer: string }) => pointer);
		};
		await refused(403, at(path), undefined, { origin: "http://evil.test" });
		for (const id of path.includes("{") ? ["none", "__proto__"] : []) {
			const nowhere = at(path.replace(/\{\w+\}(?=[^{]*$)/, id));
			await refused(path.endsWith("{table}") ? 400 : 404, nowhere, body && {});
		}
		for (const wrong of wrongQueries(query)) await refused(400, `${at(path)}?${wrong}`);
		if (!body) return expect(state()).toBe(before);
		const malformed = await platform.fetch(`http://127.0.0.1:4010/_mock${at(path)}`, { method, body: "{" });
		expect(malformed.status).toBe(400);
		for (const json of required ? [7, "text", undefined] : [7, "text"]) await refused(400, at(path), json);
		if (path !== "/state") expect(await refused(400, at(path), { zzz: 1 })).toContain("/zzz");
		for (const [name, schema] of Object.entries(body.properties ?? {}))
			for (const [type, value] of Object.entries(values)) {
				if (typesOf(schema).length === 0 || typesOf(schema).includes(type)) continue;
				const pointers = await refused(400, at(path), { [name]: value });
				// Nested objects are only checked if everything else is valid. A state file is checked as a whole.
				if (typesOf(schema).includes("object") || path === "/state") continue;
				expect([name, type, pointers.some((one: string) => one.startsWith(`/${name}`))]).toEqual([name, type, true]);
			}
		expect(state()).toBe(before);
	},
);
