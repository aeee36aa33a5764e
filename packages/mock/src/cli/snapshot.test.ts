import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder";
import { tenonMock } from "../../test/support/tenon-mock";
import { createWorlds } from "../platform/worlds";
import { demo } from "../seed/demo";
import { listen } from "../server/listen";

async function scene() {
	const folder = temporaryFolder();
	const worlds = createWorlds({ seed: demo, clock: "2026-01-05T09:30:00.000Z" });
	const server = await listen(worlds);
	onTestFinished(() => server.close());
	return { worlds, url: server.url, folder, file: join(folder, "state.json") };
}

test("snapshot saves the state of a running platform, and loads it there again, or into another world", async () => {
	const { worlds, url, folder, file } = await scene();
	worlds.get().seed.user("ada");
	const state = JSON.stringify(worlds.get().exportState());
	expect(await tenonMock("snapshot", "save", file, "--url", `${url}/`)).toEqual({
		code: 0,
		out: `Saved the state of ${url} in ${file}.\n`,
		err: "",
	});
	expect(readFileSync(file, "utf8")).toBe(state);
	expect(readdirSync(folder)).toEqual(["state.json"]);
	worlds.get().reset();
	expect(JSON.stringify(worlds.get().exportState())).not.toBe(state);
	expect(await tenonMock("snapshot", "load", file, "--url", url)).toMatchObject({ code: 0, err: "" });
	expect(JSON.stringify(worlds.get().exportState())).toBe(state);
	expect(await tenonMock("snapshot", "load", file, "--url", url, "--world", "other")).toMatchObject({ code: 0 });
	expect(JSON.stringify(worlds.get("other").exportState())).toBe(state);
});

test("reports failures with exit code 1, and changes neither file nor platform", async () => {
	const { worlds, url, file } = await scene();
	const state = JSON.stringify(worlds.get().exportState());
	writeFileSync(file, '{"format":"tenon-mock-state","version":9,"tables":{}}');
	const refused = await tenonMock("snapshot", "load", file, "--url", url);
	expect(refused.code).toBe(1);
	expect(refused.err).toContain(`${url}/_mock/state returned 400: The state cannot be imported: version: expected 1`);
	expect(JSON.stringify(worlds.get().exportState())).toBe(state);
	expect((await tenonMock("snapshot", "load", `${file}.no`, "--url", url)).err).toContain("ENOENT");
	const silent = await tenonMock("snapshot", "save", `${file}.no`, "--url", "http://127.0.0.1:9");
	expect(silent.code).toBe(1);
	expect(silent.err).toContain("No response from http://127.0.0.1:9/_mock/state:");
	expect(existsSync(`${file}.no`)).toBe(false);
});
