import type { OperationRow } from "@tenon/contract";
import { isRecord } from "../lib/is-record";
import { contractOperations } from "../request/operation-set";
import { type FileParam, isFile, partsOf } from "./form-body";

/** A request as code to paste. Tokens come from the environment variable TENON_TOKEN: no secret is in the code. */
export interface RequestCode {
	readonly curl: string;
	/** By `@tenon/client`; null for what is not a REST operation of the contract: a client of an extension has a name of its own. */
	readonly client: string | null;
	/** By a function of `@tenon/client/operations`; null for the same. */
	readonly function: string | null;
	readonly vitest: string;
}

/** A request to write as code. */
export interface WrittenRequest {
	/** Scheme, host and port. */
	readonly origin: string;
	readonly method: string;
	/** With its query. */
	readonly path: string;
	/** The content type of the body. */
	readonly type: string | undefined;
	/** Of a form in several parts its fields. */
	readonly body: unknown;
	readonly isForm: boolean;
	readonly isSignedIn: boolean;
	/** Undefined where no operation of REST was met. */
	readonly row: OperationRow | undefined;
	readonly params: { readonly [name: string]: unknown };
	/** What the test is called and what it expects; null for a request that was not sent. */
	readonly outcome: { readonly name: string; readonly status: number; readonly hasContract: boolean } | null;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What stands for a file in JSON, until it is a call that reads the file. */
const fileMark = "\u0001";

/** A value as a literal of TypeScript, names without quotes where they need none; files are read from the disk. */
const literal = (value: unknown): string =>
	(JSON.stringify(value, (_, one) => (isFile(one) ? `${fileMark}${one.file}` : one), "\t") ?? "undefined")
		.replace(/^(\t*)"([A-Za-z_]\w*)":/gm, "$1$2:")
		.replace(/"\\u0001((?:[^"\\]|\\.)*)"/g, 'await fileFrom("$1")');

/** The import that files need; nothing without one. */
const fileImport = ({ params }: WrittenRequest): string =>
	Object.values(params).some(isFile) ? 'import { fileFrom } from "@tenon/client/upload";\n' : "";

/** The parts of a form. */
const formParts = (body: unknown): [name: string, value: string | FileParam][] =>
	Object.entries(isRecord(body) ? body : {}).flatMap(([name, value]) => partsOf(name, value));

/** A part of a form as curl takes it. A text may begin with @, which names a file elsewhere. */
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

/** What a client is made of. */
const options = ({ origin, isSignedIn }: WrittenRequest): string =>
	`{ baseUrl: ${JSON.stringify(origin)}${isSignedIn ? ', auth: { token: process.env.TENON_TOKEN ?? "" }' : ""} }`;

/** The arguments after the connection; nothing for a call without parameters. */
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

/** The lines that fill in a form. */
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

/** A request as a curl call, as calls of the client and as a test. */
export const codeFor = (request: WrittenRequest): RequestCode => ({
	curl: curlOf(request),
	client: clientOf(request),
	function: functionOf(request),
	vitest: vitestOf(request),
});
