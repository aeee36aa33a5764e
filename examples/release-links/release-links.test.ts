import { createClient } from "@tenon/client";
import { expect, test } from "vitest";
import { Misuse } from "../support/program";
import { stage } from "../support/stage";
import { main } from ".";
import { readManifest } from "./manifest";

test("creates, updates and leaves links; the second run changes nothing; --prune deletes the others", async () => {
	const { platform, url, run } = await stage();
	const tenon = createClient({ baseUrl: url, auth: { token: "maintainer-token" } });
	const links = () => tenon.releaseLinks.list({ id: "acme/web", tag_name: "v1.0" }).all();
	const before = await links();

	const dry = await run(main, ["--dry-run"]);
	expect(dry.out).toContain("v1.0: 1 created, 1 updated, 2 left, 0 deleted (dry run");
	expect(await links()).toEqual(before);

	const first = await run(main);
	expect(first.code, first.err).toBe(0);
	expect(first.out.split("\n")).toEqual([
		"? Thanks  https://downloads.example.com/web/1.0/thanks",
		"= Linux binary  https://downloads.example.com/web/1.0/app-linux-amd64",
		"+ macOS binary  https://downloads.example.com/web/1.0/app-darwin-arm64",
		"~ Container image  https://downloads.example.com/web/1.0/image-2.tar  (url)",
		"= Rollback steps  https://downloads.example.com/web/1.0/rollback",
		"v1.0: 1 created, 1 updated, 2 left, 0 deleted",
		"",
	]);
	const after = await links();
	expect(after.find(({ name }) => name === "macOS binary")).toMatchObject({
		link_type: "package",
		direct_asset_url: expect.stringMatching(/\/downloads\/bin\/app-darwin-arm64$/),
	});

	platform.journal.clear();
	const second = await run(main, ["--prune"]);
	expect(second.out).toContain("v1.0: 0 created, 0 updated, 4 left, 1 deleted");
	const third = await run(main, ["--prune"]);
	expect(third.out).toContain("v1.0: 0 created, 0 updated, 4 left, 0 deleted");
	expect(platform.journal.calls().map(({ operation }) => operation)).toEqual([
		...["listReleaseLinks", "deleteReleaseLink", "listReleaseLinks"],
	]);
	expect((await links()).map(({ name }) => name)).not.toContain("Thanks");
});

test("refuses a wrong manifest with the name of the entry, before it sends a request", async () => {
	const url = "https://example.com/a";
	for (const [entries, message] of [
		[[{ name: "a" }], 'the url of "a" must be a URL'],
		[[{ name: "a", url, link_type: "binary" }], 'the link_type of "a" must be one of other'],
		[[{ name: "a", url, direct_asset_path: "bin" }], 'the direct_asset_path of "a" must start with /'],
		[
			[
				{ name: "a", url },
				{ name: "a", url },
			],
			'"a" is in the list twice',
		],
		[[null], "entry 0 needs a name"],
		[{}, "must be a list"],
	] as const)
		expect(() => readManifest(JSON.stringify(entries), "m.json")).toThrow(new Misuse(`m.json: ${message}`).message);
	const { run } = await stage();
	expect(await run(main, ["--manifest", "none.json"])).toMatchObject({
		code: 1,
		err: expect.stringContaining("ENOENT"),
	});
	expect(await run(main, ["--tag", "v9"])).toMatchObject({ code: 1, err: expect.stringContaining("404") });
});
