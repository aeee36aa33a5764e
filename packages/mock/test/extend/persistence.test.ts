import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorlds, demo } from "@tenon/mock";
import { persist } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";
import { tenonMock } from "../support/tenon-mock";
import { extension } from "./approvals";

const served = fileURLToPath(new URL("served-approvals.ts", import.meta.url));

async function opened(file: string) {
	const worlds = createWorlds({ seed: demo, extensions: [extension] });
	const kept = await persist(worlds, { file });
	onTestFinished(() => kept.close());
	return { worlds, kept };
}

test("the records of an extension are kept in every world and in its snapshots, and doctor reads them", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "platform.json");
	const { worlds, kept } = await opened(file);
	const [merge] = worlds.get().state.mergeRequests.in("project", 101);
	const path = `http://tenon.test/_world/one/api/v4/projects/acme%2Fweb/merge_requests/${merge?.iid}/approvals`;
	const headers = { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" };
	const made = await worlds.fetch(path, { method: "POST", headers, body: '{"comment":"Kept"}' });
	expect(made.status).toBe(201);
	worlds.get("one").snapshots.take("approved");
	await kept.close();

	const again = await opened(file);
	const one = again.worlds.get("one");
	expect(await (await again.worlds.fetch(path, { headers })).json()).toMatchObject([{ comment: "Kept" }]);
	expect(one.snapshots.diff("approved")).not.toHaveProperty("approvals");
	one.reset();
	one.snapshots.restore("approved");
	expect(await (await again.worlds.fetch(path, { headers })).json()).toMatchObject([{ comment: "Kept" }]);
	await again.kept.close();

	const doctor = async (...more: string[]): Promise<string | undefined> => {
		const { out } = await tenonMock("doctor", "--port", "0", "--data", file, ...more);
		return out.split("\n").find((line) => / data /.test(line));
	};
	expect(await doctor("--extend", served)).toMatch(/^ok +data .* records, 1 snapshot, 1 world with a name,/);
	expect(await doctor()).toMatch(/^no +data .*approvals: there is no such table/);
});
