import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "@tenon/contract/generate";
import ts from "typescript";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { root } from "../support/requirements";

const strict: ts.CompilerOptions = {
	strict: true,
	noEmit: true,
	noUnusedLocals: true,
	noUnusedParameters: true,
	noUncheckedIndexedAccess: true,
	noPropertyAccessFromIndexSignature: true,
	exactOptionalPropertyTypes: true,
	verbatimModuleSyntax: true,
	isolatedModules: true,
	erasableSyntaxOnly: true,
	skipLibCheck: true,
	target: ts.ScriptTarget.ES2022,
	lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
	module: ts.ModuleKind.ESNext,
	moduleResolution: ts.ModuleResolutionKind.Bundler,
	types: ["node"],
	typeRoots: [join(root, "node_modules/@types")],
	paths: Object.fromEntries(
		["contract", "client"]
			.flatMap((name) => [
				[`@tenon/${name}`, [join(root, `packages/${name}/src/index.ts`)]],
				[`@tenon/${name}/*`, [join(root, `packages/${name}/src/*.ts`)]],
			])
			.concat([["zod/mini", [join(root, "node_modules/zod/mini/index.d.ts")]]]),
	),
};

/** Returns the compiler's errors in the files of a folder. */
function faultsIn(folder: string, names: readonly string[]): string[] {
	const program = ts.createProgram(
		names.map((name) => join(folder, name)),
		strict,
	);
	return ts
		.getPreEmitDiagnostics(program)
		.filter(({ file }) => file === undefined || file.fileName.startsWith(folder))
		.map(
			({ file, messageText }) =>
				`${file?.fileName.slice(folder.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
		);
}

async function faultsOf(document: object | string, more = ""): Promise<string[]> {
	const folder = mkdtempSync(join(tmpdir(), "tenon-compile-"));
	try {
		const openapi = typeof document === "string" ? document : join(folder, "company.yaml");
		if (typeof document !== "string") writeFileSync(openapi, stringify(document));
		const { files } = await generate({ openapi, out: join(folder, "generated") });
		writeFileSync(join(folder, "use.ts"), more);
		return faultsIn(folder, [...files.map((file) => file.slice(folder.length + 1)), "use.ts"]);
	} finally {
		rmSync(folder, { recursive: true });
	}
}

const schema = (one: object) => ({ content: { "application/json": { schema: one } } });
const record = { type: "object", properties: { id: { type: "integer" } }, required: ["id"] };
const nothing = { 204: { description: "Nothing." } };

/** A document that uses everything that affects the generated code. */
const everything = {
	openapi: "3.1.0",
	info: { title: "Everything", version: "1" },
	paths: {
		"/parcels": {
			get: {
				operationId: "listParcels",
				parameters: [
					{ name: "page", in: "query", schema: { type: "integer" } },
					{ name: "per_page", in: "query", schema: { type: "integer" } },
					{ name: "list", in: "query", schema: { type: "boolean" } },
					{ name: "sizes", in: "query", explode: false, schema: { type: "array", items: { type: "integer" } } },
					{ name: "X-Trace", in: "header", schema: { type: "string" } },
					{ name: "old", in: "query", deprecated: true, schema: { type: "string", enum: ["a-b", "c*/d"] } },
				],
				responses: {
					200: { description: "All.", ...schema({ type: "array", items: record }) },
					default: { description: "Refused." },
				},
			},
			post: {
				operationId: "sendParcel",
				requestBody: {
					content: {
						"multipart/form-data": {
							schema: {
								type: "object",
								required: ["label"],
								properties: { label: { type: "string", format: "binary" }, note: { type: "string" } },
							},
						},
					},
				},
				responses: {
					201: { description: "Sent.", ...schema(record) },
					202: { description: "Later.", ...schema({ type: "string" }) },
				},
			},
		},
		"/parcels/{parcel-id}": {
			parameters: [{ name: "parcel-id", in: "path", required: true, schema: { type: "integer" } }],
			get: {
				operationId: "getLabel",
				responses: {
					200: {
						description: "A file.",
						content: { "application/pdf": { schema: { type: "string", format: "binary" } } },
					},
				},
			},
			patch: {
				operationId: "updateParcel",
				requestBody: schema({
					type: "object",
					properties: {
						weight: { type: "number" },
						size: { type: "integer", nullable: true },
						tags: { type: "object", additionalProperties: { type: "string" } },
					},
					anyOf: [{ required: ["weight"] }, { required: ["size"] }],
				}),
				responses: {
					200: {
						description: "Changed.",
						...schema({ oneOf: [record, { type: "array", items: { type: "string" } }] }),
					},
				},
			},
			delete: {
				operationId: "deleteParcel",
				requestBody: schema({
					type: "object",
					properties: { reason: { type: "string" } },
					additionalProperties: false,
				}),
				responses: nothing,
			},
		},
		"/parcels/ping": { post: { operationId: "ping", tags: ["Post office"], security: [], responses: nothing } },
	},
};

test("the example compiles under the strictest settings, with a program that uses it", async () => {
	const use = `import { createClient } from "@tenon/client";
import { extend } from "@tenon/client/extend";
import { approvals, type Approval } from "./generated/index.js";
import { approveMergeRequest } from "./generated/functions.js";

const tenon = extend(createClient({ baseUrl: "https://platform.example.com" }), approvals);
const approval: Approval = await approveMergeRequest(tenon, { id: 7, merge_request_iid: 1 });
for await (const rule of tenon.approvalRules.list({ id: "acme/web" })) console.log(rule.name, approval.user.username);
export const path: string = approvals.operations.listApprovalRules.path;
`;
	expect(await faultsOf(join(root, "test/extend/approvals.yaml"), use)).toEqual([]);
});

test("so does a file with uploads, downloads, several media types and names that need quotes", async () => {
	const use = `import { createClient } from "@tenon/client";
import { extend } from "@tenon/client/extend";
import { company } from "./generated/index.js";

const tenon = extend(createClient(), company);
await tenon.company.sendParcel({ label: new Blob(["x"]), note: "fragile" });
const { blob } = await tenon.company.getLabel({ "parcel-id": 7 });
await tenon.company.updateParcel({ "parcel-id": blob.size, weight: 2 });
// @ts-expect-error neither weight nor size
await tenon.company.updateParcel({ "parcel-id": 7 });
await tenon.company.deleteParcel({ "parcel-id": 7 });
await tenon.postOffice.ping();
export const page = await tenon.company.listParcels({ sizes: [1, 2], old: "a-b" });
`;
	expect(await faultsOf(everything, use)).toEqual([]);
});
