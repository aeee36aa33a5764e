import { isDeepStrictEqual } from "node:util";
import type { Fields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, type GraphqlAnswer } from "../../rule/graphql";
import { assumed } from "../../rule/rule";

const reads = { effect: "reads" } as const;

/** The repository's files at these paths. */
async function asked(t: Context, paths: readonly string[], fields = "path", args: Fields = {}): Promise<GraphqlAnswer> {
	const query = `query($path: ID!, $paths: [String!]!, $ref: String, $type: RefType) { project(fullPath: $path) {
		repository { blobs(paths: $paths, ref: $ref, refType: $type) { nodes { ${fields} } } } } }`;
	return await ask(t.as("developer"), query, { path: t.scene("project"), paths, ...args });
}
const nodes = async (...given: Parameters<typeof asked>): Promise<readonly Fields[]> => (await asked(...given)).list("project.repository.blobs.nodes");

/** Text files that repositories mostly have. */
const usual = ["README.md", "package.json", "LICENSE", ".gitignore"];

async function usualFile(t: Context): Promise<string> {
	const [file] = await nodes(t, usual);
	return file ? String(file.path) : t.skip(`the scene's project has none of ${usual.join(", ")}`);
}

export const blobChecks = [
	assumed(
		"GQL-146",
		"Blob query: project.repository.blobs(paths:, ref:) { nodes { path size } } returns one node per existing path.",
		"executeGraphql",
		async (t) => {
			const file = await usualFile(t);
			const binary = t.scene("binary_file");
			const found = await nodes(t, [file, binary, "no/such/file"], "path size");
			t.same("the paths", found.map(({ path }) => path).sort(), [file, binary].sort());
			t.holds(
				"each should have a size",
				found.every(({ size }) => /^\d+$/.test(String(size))),
			);
		},
		reads,
	),
	assumed("GQL-152", "Blobs without `ref` come from the default branch; another branch, tag or commit SHA gives that version.", "executeGraphql", async (t) => {
		const query = `query($path: ID!) { project(fullPath: $path) { repository { rootRef }
				pipelines(first: 100) { nodes { ref } } } }`;
		const response = await ask(t.as("developer"), query, { path: t.scene("project") });
		const root = response.text("project.repository.rootRef");
		const versions = async (args: Fields) => (await nodes(t, usual, "path oid", args)).map(({ oid }) => oid);
		const byDefault = await versions({});
		t.same("the versions of the default branch", await versions({ ref: root }), byDefault);
		for (const ref of new Set(response.list("project.pipelines.nodes").map((one) => one.ref))) {
			const others = ref === root ? [] : await versions({ ref });
			if (others.length === 0 || isDeepStrictEqual(others, byDefault)) continue;
			// A new pipeline tells the commit that its branch stands at.
			const ofCommit = await versions({ ref: (await t.given.pipeline({ ref })).string("sha") });
			t.same("the versions of the branch's commit", ofCommit, others);
			return;
		}
		t.skip(`no other branch with a pipeline has its own version of ${usual.join(", ")}`);
	}),
	assumed(
		"GQL-153",
		"Paths that do not exist are left out; `paths: []` or an empty repository → no nodes.",
		"executeGraphql",
		async (t) => {
			const file = await usualFile(t);
			t.same("the files found", await nodes(t, ["no/such", file, "none"]), [{ path: file }]);
			t.same("the files of no path", await nodes(t, []), []);
		},
		reads,
	),
	assumed(
		"GQL-154",
		'An ill-formed ref → error "Ref is not valid"; a well-formed unknown ref → no nodes.',
		"executeGraphql",
		async (t) => {
			const file = await usualFile(t);
			for (const ref of ["two words", "a..b", "x.lock"]) {
				const refused = await asked(t, [file], "path", { ref });
				t.same(`the message for ${ref}`, refused.message, "Ref is not valid", refused.answer);
			}
			for (const ref of [t.unique("nowhere"), "0".repeat(40)]) t.same(`the files of ${ref}`, await nodes(t, [file], "path", { ref }), []);
		},
		reads,
	),
	assumed(
		"GQL-155",
		"rawTextBlob is null for binary content; base64EncodedBlob decodes to the exact bytes.",
		"executeGraphql",
		async (t) => {
			const fields = "rawTextBlob base64EncodedBlob size";
			const [binary] = await nodes(t, [t.scene("binary_file")], fields);
			t.same("rawTextBlob of a binary file", binary?.rawTextBlob, null);
			const bytes = Buffer.from(String(binary?.base64EncodedBlob), "base64");
			t.same("the number of its decoded bytes", String(bytes.length), binary?.size);
			const [text] = await nodes(t, [await usualFile(t)], fields);
			const decoded = Buffer.from(String(text?.base64EncodedBlob), "base64").toString("utf8");
			t.same("the decoded text of a text file", decoded, text?.rawTextBlob);
		},
		reads,
	),
	assumed(
		"GQL-156",
		"blobs needs the right to read code: a guest of a private project gets repository or blobs null.",
		"executeGraphql",
		async (t) => {
			const query = `query($path: ID!, $paths: [String!]!) { project(fullPath: $path) { fullPath repository { blobs(paths: $paths) { nodes { path } } } } }`;
			const path = t.scene("private_project");
			const read = async (who: "guest" | "reporter") => await ask(t.as(who), query, { path, paths: usual });
			const guest = await read("guest");
			t.same("the project to a guest", guest.at("project.fullPath"), path, guest.answer);
			t.same("the files to a guest", guest.at("project.repository.blobs"), null, guest.answer);
			const reporter = await read("reporter");
			t.holds("a reporter should be given a list", Array.isArray(reporter.at("project.repository.blobs.nodes")), reporter.answer);
		},
		reads,
	),
];
