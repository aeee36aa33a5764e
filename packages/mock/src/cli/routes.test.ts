import { createServer } from "node:net";
import { operations } from "@tenon/contract";
import { expect, onTestFinished, test } from "vitest";
import { tenonMock } from "../../test/support/tenon-mock";

test("routes lists every operation, with verb, path and role", async () => {
	const { code, out } = await tenonMock("routes", "--only-contract");
	const lines = out.trimEnd().split("\n");
	expect([code, lines.length]).toEqual([0, Object.keys(operations).length + 1]);
	expect(lines).toContainEqual(
		expect.stringMatching(/^DELETE \/api\/v4\/projects\/\{id\}\/pipelines\/\{pipeline_id\} +deletePipeline +owner$/),
	);
	expect(lines).toContainEqual(expect.stringMatching(/^POST +\/api\/graphql +executeGraphql/));
	expect(lines).toContainEqual(expect.stringMatching(/listEpicNotes .*premium$/));
});

test("routes lists the supporting endpoints separately, after the contract's", async () => {
	const { out } = await tenonMock("routes");
	const [contract = "", supporting = ""] = out.split("\nNot in the contract, added by supporting:\n");
	expect(contract).not.toContain("/api/v4/version");
	expect(supporting).toMatch(/^GET +\/api\/v4\/version +getVersion +signed-in$/m);
	const json = JSON.parse((await tenonMock("routes", "getProject", "--json")).out);
	expect(json.at(-1)).toMatchObject({ operation: "getProject", extension: "supporting", role: "anonymous" });
});

test("routes finds operations by name, path or domain; none is exit code 1", async () => {
	expect(
		(await tenonMock("routes", "PIN")).out
			.trimEnd()
			.split("\n")
			.map((line) => line.split(/ +/)[2]),
	).toEqual(expect.arrayContaining(["getSupportPin", "createSupportPin", "getUserSupportPin"]));
	const json = JSON.parse((await tenonMock("routes", "releases", "--json")).out);
	expect(json.map(({ domain }: { domain: string }) => domain)).toEqual(Array(5).fill("releases"));
	expect(json[0]).toMatchObject({
		operation: "listReleaseLinks",
		method: "GET",
		scopes: expect.arrayContaining(["api"]),
	});
	expect(await tenonMock("routes", "nothing-like-it")).toEqual({
		code: 1,
		out: "",
		err: 'tenon-mock: no operation has "nothing-like-it" in its name, its path or its domain.\n',
	});
});

test("doctor reports what is there, and exits with 1 if something prevents serving", async () => {
	const fine = await tenonMock("doctor", "--port", "0", "--data", "state.json");
	expect(fine.code).toBe(0);
	for (const line of [
		/^ok +node +v/m,
		/^ok +graphql/m,
		/^ok +zod/m,
		/^ok +msw/m,
		/^ok +responds +REST 200, GraphQL 200$/m,
		/^ok +data/m,
	])
		expect(fine.out).toMatch(line);
	const taken = createServer().listen(0, "127.0.0.1");
	onTestFinished(() => void taken.close());
	await new Promise((resolve) => taken.once("listening", resolve));
	const address = taken.address();
	const port = typeof address === "object" && address ? address.port : 0;
	const shut = await tenonMock("doctor", "--json", "--port", String(port), "--data", "/no/such/folder/state.json");
	expect(shut.code).toBe(1);
	const found = shut.out
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	expect(found.filter(({ verdict }) => verdict === "no").map(({ check, detail }) => [check, detail])).toEqual([
		["port", expect.stringContaining("EADDRINUSE")],
		["data", expect.stringContaining("ENOENT")],
	]);
});
