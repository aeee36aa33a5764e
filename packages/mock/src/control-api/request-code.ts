import type { OperationRow } from "@tenon/contract";
import { isRecord } from "../lib/is-record";
import { contractOperations } from "../request/operation-set";
import { type FileParam, isFile, partsOf } from "./form-body";

/** A request as code to paste. It contains no secrets: tokens are read from the environment variable TENON_TOKEN. */
export interface RequestCode {
	readonly curl: string;
	/** A call with `@tenon/client`; null unless it is a REST operation of the contract. */
	readonly client: string | null;
	/** A call with a function of `@tenon/client/operations`; null in the same cases. */
	readonly function: string | null;
	readonly vitest: string;
}

/** A request to write as code. */
export interface WrittenRequest {
	/** Scheme, host and port. */
	readonly origin: string;
	readonly method: string;
	/** The path with its query. */
	readonly path: string;
	/** The content type of the body; undefined without one. */
	readonly type: string | undefined;
	/** The body; for a multipart form, its fields. */
	readonly body: unknown;
	readonly isForm: boolean;
	readonly isSignedIn: boolean;
	/** Undefined if the request matches no REST operation. */
	readonly row: OperationRow | undefined;
	readonly params: { readonly [name: string]: unknown };
	/** The name of the test and what it expects; null for a request that was not sent. */
	readonly outcome: { readonly name: string; readonly status: number; readonly hasContract: boolean } | null;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Marks a file in JSON, until it is replaced by a call that reads the file. */
const fileMark = "\u0001";

/** Returns a value as a TypeScript literal, with unquoted names where possible. Files are read from disk. */
const literal = (value: unknown): string =>
	(JSON.stringify(value, (_, one) => (isFile(one) ? `${fileMark}${one.file}` : one), "\t") ?? "undefined")
		.replace(/^(\t*)"([A-Za-z_]\w*)":/gm, "$1$2:")
		.replace(/"\\u0001((?:[^"\\]|\\.)*)"/g, 'await fileFrom("$1")');

/** Returns the import that files need; an empty text without files. */
const fileImport = ({ params }: WrittenRequest): string =>
	Object.values(params).some(isFile) ? 'import { fileFrom } from "@tenon/client/upload";\n' : "";

/** Returns the parts of a form. */
const formParts = (body: unknown): [name: string, value: string | FileParam][] =>
	Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) => partsOf(name, value));

/** Returns a part of a form as an option of curl. Texts use --form-string: -F treats a leading @ as a file. */
function curlPart([name, value]: [name: string, value: string | FileParam]): string {
	if (typeof value === "string") return `--form-string ${quoted(`${name}=${value}`)}`;
	return `-F ${quoted(`${name}=@${value.file}${value.type ? `;type=${value.type}` : ""}`)}`;
}

const bodyText = (body: unknown): string | undefined =>
	body === undefined || body === null ? undefined : typeof body === "string" ? body : JSON.stringify(body);

function curlOf({ origin, path, method, type, body, isForm, isSignedIn }: WrittenRequest): string {
	const text = isForm ? undefined : bodyText(body);
	const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(`${origin}${path}`)}`];
	if (isSignedIn) lines.push('-H "PRIVATE-TOKEN: $TENON_TOKEN"');
	if (text !== undefined) lines.push(`-H ${quoted(`Content-Type: ${type ?? "text/plain"}`)}`, `-d ${quoted(text)}`);
	if (isForm) lines.push(...formParts(body).map(curlPart));
	return lines.join(" \\\n  ");
}

/** Returns the options of a client. */
const options = ({ origin, isSignedIn }: WrittenRequest): string =>
	`{ baseUrl: ${JSON.stringify(origin)}${isSignedIn ? ', auth: { token: process.env.TENON_TOKEN ?? "" }' : ""} }`;

/** Returns the arguments after the connection; an empty text without parameters. */
const argumentsOf = ({ params }: WrittenRequest): string => (Object.keys(params).length === 0 ? "" : literal(params));

/** Whether the client has a method and a function for an operation. */
const hasMethod = (row: OperationRow | undefined): row is OperationRow =>
	row !== undefined && row.domain !== "alerts" && row.method !== "" && contractOperations.row(row.id) !== undefined;

function clientOf(request: WrittenRequest): string | null {
	const { row } = request;
	if (!hasMethod(row)) return null;
	return `import { createClient } from "@tenon/client";
${fileImport(request)}
const tenon = createClient(${options(request)});
const result = await tenon.${row.method}(${argumentsOf(request)});
`;
}

function functionOf(request: WrittenRequest): string | null {
	const { row } = request;
	if (!hasMethod(row)) return null;
	const params = argumentsOf(request);
	return `import { connect, ${row.id} } from "@tenon/client/operations";
${fileImport(request)}
const connection = connect(${options(request)});
const result = await ${row.id}(connection${params && `, ${params}`});
`;
}

/** Returns the lines that fill in a form. */
const formLines = (body: unknown): string[] => [
	"const form = new FormData();",
	...formParts(body).map(([name, value]) => {
		if (typeof value === "string") return `form.append(${JSON.stringify(name)}, ${JSON.stringify(value)});`;
		const file = JSON.stringify(value.file);
		const type = value.type ? `, { type: ${JSON.stringify(value.type)} }` : "";
		return `form.append(${JSON.stringify(name)}, new File([await readFile(${file})], ${file}${type}));`;
	}),
];

function vitestOf({ method, path, type, body, isForm, isSignedIn, outcome }: WrittenRequest): string {
	const text = isForm ? undefined : bodyText(body);
	const headers = [
		...(isSignedIn ? ['"PRIVATE-TOKEN": process.env.TENON_TOKEN ?? ""'] : []),
		...(text === undefined ? [] : [`"Content-Type": ${JSON.stringify(type ?? "text/plain")}`]),
	];
	const sent = isRecord(body) ? `JSON.stringify(${literal(body).replaceAll("\n", "\n\t\t")})` : JSON.stringify(text);
	const lines = [
		...(method === "GET" ? [] : [`method: ${JSON.stringify(method)}`]),
		...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
		...(isForm ? ["body: form"] : text === undefined ? [] : [`body: ${sent}`]),
	];
	const init = lines.length === 0 ? "" : `, {\n\t\t${lines.join(",\n\t\t")},\n\t}`;
	const contract = outcome?.hasContract === false ? "" : "\n\tawait expect(response).toMatchContract();";
	const before = isForm ? `${formLines(body).join("\n\t")}\n\t` : "";
	const imported = before.includes("readFile(") ? 'import { readFile } from "node:fs/promises";\n' : "";
	return `${imported}import { test } from "@tenon/mock/vitest";

test(${JSON.stringify(outcome?.name ?? `${method} ${path}`)}, async ({ fetch, expect }) => {
	${before}const response = await fetch(${JSON.stringify(`http://platform.test${path}`)}${init});
	expect(response.${outcome ? `status).toBe(${outcome.status}` : "ok).toBe(true"});${contract}
});
`;
}

/** Returns a request as a curl command, as calls of the client, and as a test. */
export const codeFor = (request: WrittenRequest): RequestCode => ({
	curl: curlOf(request),
	client: clientOf(request),
	function: functionOf(request),
	vitest: vitestOf(request),
});
