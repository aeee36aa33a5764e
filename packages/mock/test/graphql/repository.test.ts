import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, make, platform } = graphqlWorld();
const [onMain, onDevelop] = ["a1b2c3d4e5".repeat(4), "f6a7b8c9d0".repeat(4)];
const project = make.project("acme/code", {
	branches: { main: onMain, develop: onDevelop, both: onDevelop },
	tags: { "v1.0": onMain, both: onMain },
});
make.files(project, "main", { "README.md": "# Main\n", "bin/data": Uint8Array.of(0, 255, 1, 254), "src/a.ts": "a" });
make.files(project, "develop", { "README.md": "# Develop\n" });
make.files(project, "v1.0", { "README.md": "# Main\n" });
const closed = make.project("acme/shut", { visibility: "private" });
make.files(closed, "main", { "README.md": "secret" });
for (const access of ["private", "disabled"] as const) {
	const place = make.project(`acme/${access}-code`);
	make.files(place, "main", { "README.md": "secret" });
	platform.state.projects.update(place.id, { settings: { ...place.settings, repository_access_level: access } });
}
make.project("acme/bare", { branches: {}, tags: {}, default_branch: null });

async function blobs(args: string, fields = "path", path = "acme/code", who: string | null = "guest") {
	const query = `{ project(fullPath: "${path}") { repository { blobs(${args}) { nodes { ${fields} } } } } }`;
	const { data, errors } = await gql(who, query);
	return errors ? errors[0].message : (data.project.repository?.blobs.nodes ?? null);
}

describe("blobs", () => {
	test("GQL-146, GQL-153 a node for each path that exists", async () => {
		expect(await blobs('paths: ["README.md", "src/a.ts", "none"]', "path size")).toEqual([
			{ path: "README.md", size: "7" },
			{ path: "src/a.ts", size: "1" },
		]);
		expect(await blobs("paths: []")).toEqual([]);
		expect(await blobs('paths: ["README.md"]', "path", "acme/bare")).toEqual([]);
	});

	const read = (ref: string) => blobs(`paths: ["README.md"]${ref}`, "rawBlob");
	const sha = (name: string): string => project.branches[name] ?? "";

	test.each<[string, string, string[]]>([
		["the default branch", "", ["# Main\n"]],
		["a branch", ', ref: "develop"', ["# Develop\n"]],
		["a branch as such", ', ref: "develop", refType: HEADS', ["# Develop\n"]],
		["a branch as a tag", ', ref: "develop", refType: TAGS', []],
		["a tag", ', ref: "v1.0", refType: TAGS', ["# Main\n"]],
		["a whole name", ', ref: "refs/heads/develop"', ["# Develop\n"]],
		["a whole name of a tag", ', ref: "refs/tags/both"', ["# Main\n"]],
		["a branch before a tag", ', ref: "both"', ["# Develop\n"]],
		["HEAD", ', ref: "HEAD"', ["# Main\n"]],
		["a commit in capitals", `, ref: "${sha("develop").toUpperCase()}"`, ["# Develop\n"]],
		["a commit", `, ref: "${sha("develop")}"`, ["# Develop\n"]],
		["a short commit", `, ref: "${sha("develop").slice(0, 8)}"`, ["# Develop\n"]],
		["GQL-154 an unknown ref", ', ref: "nowhere"', []],
		["GQL-154 an unknown commit", `, ref: "${"0".repeat(40)}"`, []],
	])("GQL-152 from %s", async (_what, ref, expected) => {
		expect(await read(ref)).toEqual(expected.map((rawBlob) => ({ rawBlob })));
	});

	test.each(["", "two words", "a..b", "-x", "a:b", "a~1", "x.lock", "a//b", "end/", "*"])(
		"GQL-154 the ref %j is ill-formed",
		async (ref) => {
			expect(await read(`, ref: "${ref}"`)).toBe("Ref is not valid");
		},
	);

	test("GQL-155, GQL-087 binary content", async () => {
		const [file] = await blobs('paths: ["bin/data"]', "rawTextBlob base64EncodedBlob plainData language size");
		expect(file).toEqual({
			rawTextBlob: null,
			base64EncodedBlob: Buffer.from([0, 255, 1, 254]).toString("base64"),
			plainData: null,
			language: null,
			size: "4",
		});
		// A NUL is good UTF-8, but no text.
		make.files(project, "main", { nul: Uint8Array.of(65, 0, 66), text: Uint8Array.of(65, 66) });
		expect(await blobs('paths: ["nul", "text"]', "rawTextBlob")).toEqual([
			{ rawTextBlob: null },
			{ rawTextBlob: "AB" },
		]);
	});

	test.each<[string | null, boolean]>([
		["reporter", true],
		["auditor", true],
		["root", true],
		["guest", false],
	])("GQL-156 of a private project %s reads the code: %s", async (who, may) => {
		expect(await blobs('paths: ["README.md"]', "rawBlob", "acme/shut", who)).toEqual(
			may ? [{ rawBlob: "secret" }] : null,
		);
	});

	test.each<[string, string | null, boolean]>([
		["private", "guest", true],
		["private", "auditor", true],
		["private", "outsider", false],
		["private", null, false],
		["disabled", "root", false],
		["disabled", "owner", false],
	])("GQL-156 where the repository of a public project is %s, %s reads the code: %s", async (access, who, may) => {
		expect(await blobs('paths: ["README.md"]', "rawBlob", `acme/${access}-code`, who)).toEqual(
			may ? [{ rawBlob: "secret" }] : null,
		);
	});
});

describe("the size of contents", () => {
	const mebibyte = 1_048_576;
	make.files(project, "develop", {
		"ten.txt": "x".repeat(10 * mebibyte),
		"also-ten.txt": "y".repeat(10 * mebibyte),
		"ten-and-one.txt": "z".repeat(10 * mebibyte + 1),
		"twenty-five.txt": "w".repeat(25 * mebibyte),
	});
	const at = ', ref: "develop"';

	test("GQL-067, GQL-069 of several paths 20 MB are given, and a byte more is refused", async () => {
		const both = await blobs(`paths: ["ten.txt", "also-ten.txt"]${at}`, "rawBlob");
		expect(both.map(({ rawBlob }: { rawBlob: string }) => rawBlob.length)).toEqual([10 * mebibyte, 10 * mebibyte]);
		expect(await blobs(`paths: ["ten.txt", "ten-and-one.txt"]${at}`, "rawBlob")).toBe(
			"Max blobs size limit exceeded (20 MB / 20 MB).",
		);
		expect(await blobs(`paths: ["ten.txt", "twenty-five.txt"]${at}`, "plainData")).toBe(
			"Max blobs size limit exceeded (35 MB / 20 MB).",
		);
	});

	test("GQL-067 a path counts that does not exist, one that is asked for twice does not", async () => {
		expect(await blobs(`paths: ["twenty-five.txt", "none"]${at}`, "rawBlob")).toBe(
			"Max blobs size limit exceeded (25 MB / 20 MB).",
		);
		expect(await blobs(`paths: ["twenty-five.txt", "twenty-five.txt"]${at}`, "path rawBlob")).toHaveLength(1);
	});

	test("GQL-068 a single path may be of any size", async () => {
		const [file] = await blobs(`paths: ["twenty-five.txt"]${at}`, "rawBlob");
		expect(file.rawBlob).toHaveLength(25 * mebibyte);
	});

	test("GQL-070 path and size of large files pass", async () => {
		expect(await blobs(`paths: ["ten.txt", "twenty-five.txt"]${at}`, "path size")).toEqual([
			{ path: "ten.txt", size: String(10 * mebibyte) },
			{ path: "twenty-five.txt", size: String(25 * mebibyte) },
		]);
	});

	test.each(["rawBlob", "rawTextBlob", "base64EncodedBlob", "plainData"])("GQL-070 %s is content", async (field) => {
		expect(await blobs(`paths: ["ten.txt", "twenty-five.txt"]${at}`, field)).toMatch(/^Max blobs size limit exceeded/);
	});

	test("GQL-069 the contents count in fragments and edges too", async () => {
		const query = `{ project(fullPath: "acme/code") { repository {
			blobs(paths: ["ten.txt", "twenty-five.txt"]${at}) { edges { node { ...F } } }
		} } } fragment F on RepositoryBlob { base64EncodedBlob }`;
		expect((await gql("guest", query)).errors?.[0].message).toMatch(/^Max blobs size limit exceeded/);
	});

	test.each<[string, boolean, boolean]>([
		["skip", true, true],
		["skip", false, false],
		["include", false, true],
		["include", true, false],
	])("GQL-070 contents under @%s(if: %s) are left out: %s", async (directive, given, passes) => {
		const query = `query($if: Boolean = true) { project(fullPath: "acme/code") { repository {
			blobs(paths: ["ten.txt", "twenty-five.txt"]${at}) { nodes { path rawBlob @${directive}(if: $if) } }
		} } }`;
		// True is the default, so that it need not be sent.
		expect((await gql("guest", query, given ? {} : { if: false })).errors === undefined).toBe(passes);
	});
});

test("every field of a repository and of its files", async () => {
	const { data, errors } = await gql(
		"guest",
		`{ project(fullPath: "acme/web") { repository { rootRef empty exists blobs(paths: ["README.md"], first: 1) {
			pageInfo { hasNextPage } edges { cursor } nodes {
				id oid path name mode size rawSize rawBlob rawTextBlob plainData base64EncodedBlob fileType language lfsOid webPath rawPath
				simpleViewer { type fileType collapsed loadAsync tooLarge renderError }
			}
		} } } }`,
	);
	expect(errors).toBeUndefined();
	expect(data.project.repository).toMatchObject({ rootRef: "main", empty: false, exists: true });
	const [file] = data.project.repository.blobs.nodes;
	expect(file).toMatchObject({
		id: `gid://service/Blob/${file.oid}`,
		oid: expect.stringMatching(/^[0-9a-f]{40}$/),
		name: "README.md",
		mode: "100644",
		fileType: "readme",
		language: "markdown",
		lfsOid: null,
		webPath: "/acme/web/-/blob/main/README.md",
		rawPath: "/acme/web/-/raw/main/README.md",
	});
	expect(Buffer.from(file.base64EncodedBlob, "base64").toString()).toBe(file.rawTextBlob);
});

test("an oid is git's own, whatever the path", async () => {
	const bytes = (length: number): Uint8Array => Uint8Array.from({ length }, (_one, index) => (index * 7) % 256);
	const hashed = (content: Uint8Array): string =>
		createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
	// Around the ends of the hash's blocks, the head of 8 or 9 bytes counted in.
	const files = new Map([0, 1, 45, 46, 47, 54, 55, 56, 110, 111, 112, 1000].map((n) => [`bytes-${n}`, bytes(n)]));
	const text = "Grüße, 世界\n";
	make.files(project, "main", { ...Object.fromEntries(files), "a.txt": text, "b.txt": text });
	const paths = JSON.stringify([...files.keys()]);
	const got = await blobs(`paths: ${paths}`, "path oid");
	expect(got).toHaveLength(files.size);
	for (const { path, oid } of got) expect(oid).toBe(hashed(files.get(path) ?? bytes(0)));
	const [a, b] = await blobs('paths: ["a.txt", "b.txt"]', "oid");
	expect([a.oid, b.oid]).toEqual(Array(2).fill(hashed(new TextEncoder().encode(text))));
});

test("files go with their project", async () => {
	const own = graphqlWorld();
	const user = own.make.user({ username: "departing" });
	own.make.files(own.make.project("departing/site", { group_id: null, owner_id: user.id }), "main", {
		a: "of the departing",
	});
	expect(own.state()).toContain("of the departing");
	expect((await own.ask("root", "DELETE", `/users/${user.id}?hard_delete=true`)).status).toBe(204);
	own.platform.clock.advance("30 days");
	await own.ask("root", "GET", "/user");
	expect(own.state()).not.toContain("of the departing");
});

test("files come back from a snapshot that was written as JSON", async () => {
	const { platform: own, gql: ask, make: build } = graphqlWorld();
	const place = build.project("acme/kept");
	const content = Uint8Array.of(0, 1, 254, 255);
	build.files(place, "main", { "a.bin": content, "a.txt": "text" });
	const kept = JSON.stringify(own.snapshot());
	build.files(place, "main", { "a.bin": Uint8Array.of(0), "a.txt": "other" });
	own.restore(JSON.parse(kept));
	const query =
		'{ project(fullPath: "acme/kept") { repository { blobs(paths: ["a.bin", "a.txt"]) { nodes { base64EncodedBlob } } } } }';
	expect((await ask("guest", query)).data.project.repository.blobs.nodes).toEqual(
		[content, "text"].map((one) => ({ base64EncodedBlob: Buffer.from(one).toString("base64") })),
	);
});

test("a large file is kept under a pointer", async () => {
	const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456\n`;
	make.files(project, "main", { "film.mp4": pointer });
	expect(await blobs('paths: ["film.mp4"]', "size rawSize lfsOid")).toEqual([
		{ size: String(pointer.length), rawSize: "123456", lfsOid: "a".repeat(64) },
	]);
	expect(platform.state.repositoryTrees.in("project", project.id).length).toBeGreaterThan(1);
});
