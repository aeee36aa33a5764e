import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse } from "../../rule/graphql";
import { type Fields, pluck } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { inner } from "./connections";
import { by, everyone, freshProject, inProject, pathOf, quoted, reads, stated, those, unstated, type Who, writes } from "./lab";

const query = (fields: string, more = "") => `query($path: ID!, $paths: [String!]!, $ref: String, $type: RefType${more}) { project(fullPath: $path) {
	repository { blobs(paths: $paths, ref: $ref, refType: $type) { nodes { ${fields} } } } } }`;

/** Asks for the repository's files at these paths; of the scene's project unless `args` say otherwise. */
const request = async (t: Context, paths: readonly string[], fields = "path", args: Fields = {}, who: Who = "developer"): Promise<GraphqlResponse> =>
	await ask(by(t, who), query(fields), { path: t.scene("project"), paths, ...args });
const nodes = async (...args: Parameters<typeof request>): Promise<readonly Fields[]> => (await request(...args)).list("project.repository.blobs.nodes");

/** Text files that most repositories have. */
const usual = ["README.md", "package.json", "LICENSE", ".gitignore"];
async function usualFile(t: Context): Promise<string> {
	const [file] = await nodes(t, usual);
	return file ? String(file.path) : t.skip(`the scene's project has none of ${usual.join(", ")}`);
}

const [onMain, onDevelop] = ["a1b2c3d4e5".repeat(4), "f6a7b8c9d0".repeat(4)];
const base64 = (bytes: Uint8Array): Fields => ({ base64: Buffer.from(bytes).toString("base64") });
const binary = Uint8Array.of(0, 255, 1, 254);

/** The pointer that represents a large file. */
const film = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456\n`;

/** The fileType of files with these names. */
const kinds = {
	...{ readme: "readme", "README.txt": "readme", "CHANGELOG.md": "changelog", "History.md": "changelog", NEWS: "changelog", changes: "changelog" },
	...{ LICENSE: "license", "licence.txt": "license", COPYING: "license", "CONTRIBUTING.md": "contributing", ".gitignore": "gitignore" },
	...{ "package.json": "package_json", Gemfile: "gemfile", "Cargo.toml": "cargo_toml", "go.mod": "go_mod" },
	...{ readmes: null, "my-readme": null, "package.json5": null, "x.gitignore": null, "src/go.mod": "go_mod" },
};
const pictures = Object.fromEntries(["png", "jpg", "jpeg", "gif", "webp", "bmp", "ico"].map((ending) => [`picture.${ending}`, base64(binary)]));

/** A fresh project with files on two commits; arranged through the control API. */
async function code(t: Context, fields: Fields = {}): Promise<string> {
	const branches = { main: onMain, develop: onDevelop, both: onDevelop };
	const path = pathOf(await freshProject(t, { visibility: "public", branches, tags: { "v1.0": onMain, both: onMain }, ...fields }));
	const main = {
		...Object.fromEntries(Object.keys(kinds).map((name) => [name, "x"])),
		...pictures,
		"empty.txt": "",
		"README.md": "# Main\n",
		"bin/data": base64(binary),
		"src/a.ts": "a",
		nul: base64(Uint8Array.of(65, 0, 66)),
		"umlaut.txt": "Grüße, 世界\n",
	};
	await t.given.record("repository_trees", { project: path, ref: "main", contents: { ...main, "film.mp4": film } });
	await t.given.record("repository_trees", { project: path, ref: "develop", contents: { "README.md": "# Develop\n" } });
	return path;
}

const oidOf = async (bytes: Uint8Array): Promise<string> => {
	const head = new TextEncoder().encode(`blob ${bytes.length}\0`);
	return Buffer.from(await crypto.subtle.digest("SHA-1", Uint8Array.from([...head, ...bytes]))).toString("hex");
};
const languages: { readonly [ending: string]: string } = { md: "markdown", json: "json", ts: "typescript" };
const blobFields = `id oid path name mode size rawSize rawBlob rawTextBlob plainData base64EncodedBlob fileType language lfsOid webPath rawPath
	simpleViewer { type fileType loadAsync collapsed tooLarge renderError }`;

/** The fields of a file must match its bytes and its path; false if the file does not exist. */
async function agrees(t: Context, path: string, args: Fields): Promise<boolean> {
	const [file] = await nodes(t, [path], blobFields, args);
	if (!file) return false;
	const bytes = Buffer.from(String(file.base64EncodedBlob), "base64");
	const text = bytes.toString("utf8");
	const isText = !bytes.includes(0) && Buffer.from(text, "utf8").equals(bytes);
	const oid = await oidOf(bytes);
	const [, lfsOid = null, rawSize] = /^version https:\/\/git-lfs.*\noid sha256:(\w+)\nsize (\d+)\n/.exec(text) ?? [];
	const ref = args.ref ?? (await inProject(t, "developer", String(args.path ?? t.scene("project")), "repository { rootRef }"))?.repository;
	const at = (kind: string) => `/${args.path ?? t.scene("project")}/-/${kind}/${typeof ref === "string" ? ref : Object(ref).rootRef}/${path}`;
	const name = path.split("/").at(-1) ?? "";
	const ending = name.split(".").at(-1) ?? "";
	const language = isText ? (languages[ending] ?? "plaintext") : null;
	const kind = bytes.length === 0 ? "empty" : isText ? "text" : /^(png|jpe?g|gif|webp|bmp|ico)$/.test(ending) ? "image" : "download";
	const { plainData, rawBlob, fileType: _, ...others } = file;
	t.holds(`the text of ${path} as it is`, isText ? rawBlob === text : typeof rawBlob === "string");
	t.same(`the file ${path} under ${quoted(args)}`, others, {
		...{ id: `gid://service/Blob/${oid}`, oid, path, name, mode: "100644", size: String(bytes.length), rawSize: rawSize ?? String(bytes.length) },
		...{ rawTextBlob: isText ? text : null, base64EncodedBlob: bytes.toString("base64"), language, lfsOid, webPath: at("blob"), rawPath: at("raw") },
		simpleViewer: { type: "simple", fileType: kind, loadAsync: kind === "text", collapsed: false, tooLarge: false, renderError: null },
	});
	const lines = String(plainData).match(/<span id="LC\d+" class="line" lang="\w+">/g) ?? [];
	t.same(`the lines of ${path}`, isText ? lines.length : plainData, isText ? text.replace(/\n$/, "").split("\n").length : null);
	if (isText)
		t.holds(
			`its language is ${language}`,
			lines.every((line) => line.includes(`lang="${language}"`)),
		);
	return true;
}

const mebibyte = 1_048_576;
/** A project with files whose sizes add up to 20 MB, or a byte more. */
async function large(t: Context): Promise<(paths: readonly string[], fields: string, more?: Fields, isWhole?: boolean) => Promise<GraphqlResponse>> {
	const path = pathOf(await freshProject(t, { visibility: "public" }));
	const sizes = { "ten.txt": 10 * mebibyte, "also-ten.txt": 10 * mebibyte, "ten-and-one.txt": 10 * mebibyte + 1, "twenty-one.txt": 21 * mebibyte };
	await t.given.record("repository_trees", {
		project: path,
		ref: "main",
		contents: Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, "x".repeat(size)])),
	});
	return async (paths, fields, more = {}, isWhole = false) => {
		const text = query(fields, Object.keys(more).length > 0 ? ", $if: Boolean = true" : "");
		// A selection that closes the query itself, to go on with fragments.
		return await ask(t.as("guest"), isWhole ? text.replace(/\} \} \} \} \}$/, "}") : text, { path, paths, ...more });
	};
}
const exceeded = /^Max blobs size limit exceeded/;
const dataFields = ["rawBlob", "rawTextBlob", "base64EncodedBlob", "plainData"];

export const repositoryRules: readonly Rule[] = [
	stated(
		"GQL-067, GQL-068, GQL-069, GQL-070",
		"The contents of several paths may have at most 20 MB in total. The contents of a single path may have any size.",
		writes,
		async (t) => {
			const read = await large(t);
			const lengthsOf = (response: GraphqlResponse) => response.list("project.repository.blobs.nodes").map(({ rawBlob }) => String(rawBlob).length);
			t.same("the lengths of 20 MB", lengthsOf(await read(["ten.txt", "also-ten.txt"], "rawBlob")), [10 * mebibyte, 10 * mebibyte]);
			const single = await read(["twenty-one.txt"], "rawBlob");
			t.same("the errors for 21 MB of a single path", single.errors, [], single.http);
			t.same("the length of 21 MB", lengthsOf(single), [21 * mebibyte]);
			for (const paths of [
				["ten.txt", "twenty-one.txt"],
				["twenty-one.txt", "none"],
				["ten.txt", "also-ten.txt", "ten-and-one.txt"],
			])
				t.holds(`${paths} are refused`, (await read(paths, "rawBlob")).errors.length > 0);
			// 20 MB are 20,971,520 bytes; contents count in fragments and edges, path and size do not.
			await t.assuming(async () => {
				const big = ["ten.txt", "twenty-one.txt"];
				for (const [paths, message] of [
					[["ten.txt", "ten-and-one.txt"], "Max blobs size limit exceeded (20 MB / 20 MB)."],
					[big, "Max blobs size limit exceeded (31 MB / 20 MB)."],
					[["twenty-one.txt", "none"], "Max blobs size limit exceeded (21 MB / 20 MB)."],
				] as const)
					for (const field of dataFields) t.same(`the message for ${field} of ${paths}`, (await read(paths, field)).message, message);
				t.same(
					"a path that is given twice",
					(await read(["twenty-one.txt", "twenty-one.txt"], "path rawTextBlob")).list("project.repository.blobs.nodes").length,
					1,
				);
				const sizes = [
					{ path: "ten.txt", size: String(10 * mebibyte) },
					{ path: "twenty-one.txt", size: String(21 * mebibyte) },
				];
				for (const [name, renderError] of Object.entries({ "ten.txt": "collapsed", "ten-and-one.txt": "too_large" })) {
					const [node] = (await read([name], "simpleViewer { collapsed tooLarge renderError }")).list("project.repository.blobs.nodes");
					t.same(`the viewer of ${name}`, node?.simpleViewer, { collapsed: true, tooLarge: renderError === "too_large", renderError });
				}
				t.same("path and size", (await read(big, "path size")).at("project.repository.blobs.nodes"), sizes);
				for (const fields of [
					"... on RepositoryBlob { rawBlob }",
					"path } edges { node { base64EncodedBlob }",
					"...F } } } } } fragment F on RepositoryBlob { path ...G } fragment G on RepositoryBlob { plainData",
				])
					t.holds(`${fields} counts`, exceeded.test((await read(big, fields, undefined, fields.startsWith("...F"))).message ?? ""));
				for (const [directive, on, passes] of [
					["skip", true, true],
					["skip", false, false],
					["include", false, true],
					["include", true, false],
				] as const)
					for (const more of on ? [{ if: true }, {}] : [{ if: false }]) {
						const response = await read(big, `path rawBlob @${directive}(if: $if)`, { ...more, unused: null });
						t.same(`whether @${directive}(if: ${on}) passes`, response.errors.length === 0, passes, response.http);
					}
			});
		},
	),
	unstated("GQL-146, GQL-153, GQL-087", "blobs returns one node for each path that exists, with its size as a string of digits.", reads, async (t) => {
		const file = await usualFile(t);
		const binaryFile = t.scene("binary_file");
		for (const paths of [[file, binaryFile, "no/such/file"], ["none", file], [file, file], [binaryFile], ["none"], []]) {
			const found = await nodes(t, paths, "path size");
			const expected = [file, binaryFile].filter((path) => paths.includes(path));
			t.same(`the paths of ${quoted(paths)}`, found.map(({ path }) => path).sort(), expected.sort());
			const others = found.filter(({ size }) => typeof size !== "string" || !/^\d+$/.test(size));
			t.same("sizes of another form", others, []);
			for (const { path, size, rawBlob, rawTextBlob } of await nodes(t, paths, "path size rawBlob rawTextBlob")) {
				if (typeof rawTextBlob !== "string") continue;
				t.same(`the bytes of ${path}`, String(new TextEncoder().encode(rawTextBlob).length), size);
				t.same(`the two texts of ${path}`, rawBlob, rawTextBlob);
			}
		}
	}),
	unstated("GQL-152", "blobs reads files from the default branch, or from the branch, tag or commit that ref names.", writes, async (t) => {
		const project = await inProject(t, "developer", t.scene("project"), "repository { rootRef exists empty } pipelines(first: 100) { nodes { ref } }");
		t.same(
			"whether the repository is there, and empty",
			[inner(project ?? {}, "repository", "exists"), inner(project ?? {}, "repository", "empty")],
			[true, false],
		);
		const root = inner(project ?? {}, "repository", "rootRef");
		const versions = async (args: Fields) => (await nodes(t, usual, "path oid", args)).map(({ oid }) => oid);
		const byDefault = await versions({});
		for (const args of [{ ref: root }, { ref: null }, { ref: "HEAD" }, { ref: `refs/heads/${root}` }, { ref: root, type: "HEADS" }])
			t.same(`the versions of ${quoted(args)}`, await versions(args), byDefault);
		for (const args of [
			{ ref: root, type: "TAGS" },
			{ ref: t.scene("tag_name"), type: "HEADS" },
		])
			t.same(`the versions of ${quoted(args)}`, await versions(args), []);
		const pipelines = project?.pipelines;
		const refs = new Set((inner({ pipelines }, "pipelines", "nodes") as readonly Fields[]).map((one) => one.ref));
		for (const ref of refs) {
			const others = ref === root ? [] : await versions({ ref });
			if (others.length === 0 || isDeepStrictEqual(others, byDefault)) continue;
			// A new pipeline shows the latest commit of its branch.
			const sha = (await t.given.pipeline({ ref })).string("sha");
			for (const one of [sha, sha.toUpperCase(), sha.slice(0, 8)]) t.same(`the versions of commit ${one}`, await versions({ ref: one }), others);
			return;
		}
		t.skip(`no other branch with a pipeline has its own version of ${usual.join(", ")}`);
	}),
	unstated("GQL-152", "If a branch and a tag share a name, ref means the branch, unless refType or a full ref is given.", { id: "GQL-152/refs" }, async (t) => {
		const path = await code(t);
		for (const [ref, type, expected] of [
			...([
				[null, null, "# Main\n"],
				["develop", null, "# Develop\n"],
				["develop", "HEADS", "# Develop\n"],
				["develop", "TAGS", undefined],
				["v1.0", "TAGS", "# Main\n"],
				["v1.0", "HEADS", undefined],
			] as const),
			...([
				["both", null, "# Develop\n"],
				["both", "TAGS", "# Main\n"],
				["refs/tags/both", null, "# Main\n"],
				["refs/heads/develop", null, "# Develop\n"],
				["HEAD", null, "# Main\n"],
			] as const),
			...([
				[onDevelop, null, "# Develop\n"],
				[onDevelop.toUpperCase(), null, "# Develop\n"],
				[onDevelop.slice(0, 8), null, "# Develop\n"],
				["nowhere", null, undefined],
				["0".repeat(40), null, undefined],
			] as const),
		])
			t.same(
				`README.md of ${ref} as ${type}`,
				pluck(await nodes(t, ["README.md"], "rawBlob", { path, ref, type }), "rawBlob"),
				expected === undefined ? [] : [expected],
			);
		const bare = pathOf(await freshProject(t, { branches: {}, tags: {}, default_branch: null }));
		t.same("the files of an empty repository", await nodes(t, ["README.md"], "path", { path: bare }), []);
		t.same("an empty repository", (await inProject(t, "developer", bare, "repository { rootRef empty exists }"))?.repository, {
			rootRef: null,
			empty: true,
			exists: true,
		});
	}),
	unstated("GQL-154", "A malformed ref is refused. A well-formed ref that does not exist returns no files.", reads, async (t) => {
		const file = await usualFile(t);
		for (const ref of ["", "two words", "a..b", "-x", "a:b", "a~1", "x.lock", "a//b", "end/", "*"]) {
			const refused = await request(t, [file], "path", { ref });
			t.same(`the message for ${ref}`, refused.message, "Ref is not valid", refused.http);
		}
		for (const ref of [t.unique("nowhere"), "0".repeat(40)]) t.same(`the files of ${ref}`, await nodes(t, [file], "path", { ref }), []);
	}),
	unstated(
		"GQL-149, GQL-155",
		"The fields of a file match its bytes and its path; oid is the hash that git computes.",
		{ ...reads, id: "GQL-149/scene" },
		async (t) => {
			const all = [await usualFile(t), ...usual, t.scene("binary_file")];
			for (const args of [{}, { ref: t.scene("ref") }, { ref: t.scene("tag_name") }]) for (const path of new Set(all)) await agrees(t, path, args);
		},
	),
	unstated("GQL-149, GQL-155", "A file with a NUL byte is binary, its name decides fileType, and a Git LFS file returns its pointer.", writes, async (t) => {
		const path = await code(t);
		for (const name of [...Object.keys({ ...kinds, ...pictures }), "empty.txt", "bin/data", "src/a.ts", "nul", "umlaut.txt", "film.mp4"])
			t.holds(`${name} is there`, await agrees(t, name, { path }));
		for (const [name, fileType] of Object.entries(kinds)) t.same(`the kind of ${name}`, await nodes(t, [name], "fileType", { path }), [{ fileType }]);
		t.same("a file with a NUL", await nodes(t, ["nul"], "rawTextBlob", { path }), [{ rawTextBlob: null }]);
	}),
	unstated("GQL-156", "repository is visible to all callers in a public project, but only to Reporters and above in a private project.", reads, async (t) => {
		const reads_ = async (path: string) =>
			await those(
				everyone,
				async (who) => ((await inProject(t, who, path, "repository { rootRef blobs(paths: []) { nodes { path } } }"))?.repository ?? null) !== null,
			);
		t.same("who reads the code of the private project", await reads_(t.scene("private_project")), [
			"administrator",
			"auditor",
			"owner",
			"maintainer",
			"developer",
			"reporter",
		]);
		t.same("who reads the code of the public project", await reads_(t.scene("project")), [...everyone]);
	}),
	unstated("GQL-156", "With repository_access_level private, only members read the repository; with disabled, nobody.", { id: "GQL-156/access" }, async (t) => {
		for (const [access, expected] of [
			["private", everyone.filter((who) => who !== "outsider" && who !== null)],
			["disabled", []],
			["enabled", everyone],
		] as const) {
			const project = await freshProject(t, { visibility: "public" });
			const settings = project.settings as Fields;
			await t.given.change("projects", project.id, { settings: { ...settings, repository_access_level: access } });
			const who = await those(everyone, async (one) => ((await inProject(t, one, pathOf(project), "repository { rootRef }"))?.repository ?? null) !== null);
			t.same(`who reads a repository that is ${access}`, who, [...expected]);
		}
	}),
];
