import { describe, expect, test } from "vitest";
import { graphqlWorld } from "../support/graphql";

const { gql, make, platform } = graphqlWorld();
const project = make.project("acme/code");
make.files(project, "main", { "README.md": "# Main\n", "bin/data": Uint8Array.of(0, 255, 1, 254), "src/a.ts": "a" });
make.files(project, "develop", { "README.md": "# Develop\n" });
make.files(project, "v1.0", { "README.md": "# Main\n" });
const closed = make.project("acme/shut", { visibility: "private" });
make.files(closed, "main", { "README.md": "secret" });
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

	test("GQL-069 the contents count in fragments and edges too", async () => {
		const query = `{ project(fullPath: "acme/code") { repository {
			blobs(paths: ["ten.txt", "twenty-five.txt"]${at}) { edges { node { ...F } } }
		} } } fragment F on RepositoryBlob { base64EncodedBlob }`;
		expect((await gql("guest", query)).errors?.[0].message).toMatch(/^Max blobs size limit exceeded/);
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

test("a large file is kept under a pointer", async () => {
	const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456\n`;
	make.files(project, "main", { "film.mp4": pointer });
	expect(await blobs('paths: ["film.mp4"]', "size rawSize lfsOid")).toEqual([
		{ size: String(pointer.length), rawSize: "123456", lfsOid: "a".repeat(64) },
	]);
	expect(platform.state.repositoryTrees.in("project", project.id).length).toBeGreaterThan(1);
});
