import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { operations } from "@tenon/contract";
import { pendingOperations } from "@tenon/mock";
import { expect, test } from "vitest";
import { world } from "../packages/mock/test/support/world";

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");

test("the README lists exactly the operations that the mock does not have yet", () => {
	const [, list = ""] = /<!-- pending: begin[^>]*-->([\s\S]*?)<!-- pending: end -->/.exec(readme) ?? [];
	const named = [...list.matchAll(/`([A-Za-z]+)`/g)].map(([, id]) => id);
	expect(named).toEqual([...pendingOperations]);
});

test.each(pendingOperations.map((id) => [id]))("%s is pending: 501 with its name", async (id) => {
	const row = Object.values(operations).find((one) => one.id === id);
	if (!row) throw new Error(`the contract has no operation ${id}`);
	if (row.domain === "alerts") {
		const { platform } = world();
		const answer = await platform.handle({ method: "POST", url: "/acme/web/alerts/notify.json", headers: {} });
		expect(answer.status).toBe(501);
		expect(answer.body).toContain(id);
		return;
	}
	const { ask, state } = world();
	const before = state();
	const path = row.path.replace(/\{[^}]+\}/g, "1");
	const needed: { [name: string]: unknown } = {};
	const [oneOf] = row.body?.atLeastOne ?? [];
	for (const { name, required, schema } of row.body?.fields ?? []) {
		if (!required && name !== oneOf) continue;
		const [type] = [schema.type].flat();
		needed[name] = schema.enum?.[0] ?? (type === "boolean" ? true : type === "integer" ? 1 : "x");
	}
	const file = row.body?.fields?.find((field) => field.required && field.schema.format === "binary");
	const form = new FormData();
	if (file) form.set(file.name, new Blob(["x"]), "x.png");
	const asked = row.body ? (file ? { body: form } : { json: needed }) : {};
	const { status, body } = await ask("root", row.verb, path, asked);
	expect(status).toBe(501);
	expect(body.message).toContain(id);
	expect(state()).toBe(before);
});
