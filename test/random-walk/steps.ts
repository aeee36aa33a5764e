/** Arbitraries of the walk's steps: requests of every operation in any order, and passing time. */
import { type FieldRow, type OperationRow, operations, type ParameterRow } from "@tenon/contract";
import type { Settings } from "@tenon/mock";
import fc from "fast-check";
import type { Address, Catalogue } from "./catalogue";
import { boundary, type Entry, jsonText, multipart, percent, urlencoded } from "./encode";
import { hostileNames, hostilePairs, hostileTexts } from "./hostile";
import { lastToken, type WalkRequest } from "./request";
import { fitting, hostileValue, hostileValues, sentAs, Upload } from "./values";

/** A request, or a time in which nothing is sent. */
export type Step = { readonly request: WalkRequest } | { readonly wait: string };

export interface Walk {
	readonly settings: Partial<Settings>;
	/** What else the walk tests: a second walk returns the same bytes, or a restored platform continues the same. */
	readonly also: "nothing" | "again" | "restored";
	readonly steps: readonly Step[];
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Returns an arbitrary that is `other` once in `often` values, and otherwise `usual`. */
const seldom = <T>(often: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
	fc.oneof({ weight: often - 1, arbitrary: usual }, { weight: 1, arbitrary: other });

const people = ["root", "owner", "maintainer", "developer", "reporter", "guest", "outsider", "auditor"];

/** The credentials of a caller, in headers or in parameters. */
interface Caller {
	readonly headers: Headers;
	readonly entries: readonly Entry[];
}

function callerArbitrary(): fc.Arbitrary<Caller> {
	const person = fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom("root", "owner") },
		{ weight: 2, arbitrary: fc.constantFrom(...people) },
	);
	const token = fc.oneof(
		{ weight: 12, arbitrary: person.map((name) => `${name}-token`) },
		{ weight: 2, arbitrary: person.map((name) => `${name}-read-token`) },
		{ weight: 2, arbitrary: fc.constantFrom("developer-laptop", "acme-bot", "backend-bot", "web-bot", lastToken) },
		{ weight: 1, arbitrary: fc.constantFrom("developer-expired", "developer-revoked", "nobody-has-this-token") },
	);
	const inHeader = token.map((text): Caller => ({ headers: [["private-token", text]], entries: [] }));
	return fc.oneof(
		{ weight: 14, arbitrary: inHeader },
		{
			weight: 2,
			arbitrary: token.map((text): Caller => ({ headers: [["authorization", `Bearer ${text}`]], entries: [] })),
		},
		{ weight: 1, arbitrary: token.map((text): Caller => ({ headers: [], entries: [["private_token", text]] })) },
		{ weight: 1, arbitrary: token.map((text): Caller => ({ headers: [], entries: [["access_token", text]] })) },
		{ weight: 2, arbitrary: fc.constant<Caller>({ headers: [], entries: [] }) },
		{
			weight: 1,
			arbitrary: fc
				.constantFrom<Headers>(
					[["authorization", "Bearer"]],
					[["authorization", "Basic cm9vdDpyb290"]],
					[["private-token", ""]],
					[["cookie", "_service_session=%00; =; a"]],
				)
				.map((headers): Caller => ({ headers, entries: [] })),
		},
	);
}

const sudoArbitrary = (catalogue: Catalogue): fc.Arbitrary<Caller> =>
	seldom(
		12,
		fc.constant<Caller>({ headers: [], entries: [] }),
		fc
			.tuple(
				fc.boolean(),
				fc.oneof(
					fc.constantFrom<unknown>(...(catalogue.values.sudo ?? []), ...people),
					fc.constantFrom<unknown>("nobody", -1, "0", "__proto__", "", "1e3", "٣", ["1"], "x".repeat(2_000)),
				),
			)
			.map(([inHeader, who]): Caller => {
				if (inHeader) return { headers: [["sudo", String(who)]], entries: [] };
				return { headers: [], entries: [["sudo", who]] };
			}),
	);

const headerArbitrary = fc.constantFrom<readonly [string, string]>(
	["accept", "*/*"],
	["accept", "text/html"],
	["accept", ";;;,,,"],
	["origin", "https://elsewhere.example"],
	["access-control-request-headers", "private-token, x-anything"],
	["if-unmodified-since", "Thu, 01 Jan 1970 00:00:00 GMT"],
	["if-unmodified-since", "Fri, 01 Jan 2038 00:00:00 GMT"],
	["if-unmodified-since", "yesterday"],
	["host", "elsewhere.example:8080"],
	["host", "user:secret@elsewhere.example/a?b#c"],
	["host", ""],
	["x-http-method-override", "DELETE"],
	["content-encoding", "gzip"],
	["__proto__", "x"],
	["constructor", "x"],
	["cookie", "a=b; c"],
	["x-long", "x".repeat(20_000)],
);

const typeArbitrary = fc.constantFrom(
	"application/json; charset=utf-16",
	"application/json",
	"APPLICATION/JSON;",
	"application/x-www-form-urlencoded",
	"multipart/form-data",
	"multipart/form-data; boundary=",
	`multipart/form-data; boundary=${"b".repeat(500)}`,
	"multipart/mixed; boundary=x",
	"text/plain",
	"application/xml",
	"application/vnd.api+json",
	"image/png",
	"nonsense",
	";",
	"\u00e9",
);

const junk = fc.oneof(
	fc.constantFrom<Uint8Array | string>(
		"",
		"null",
		"[]",
		"[[]]",
		'"text"',
		"42",
		"1e999",
		"{",
		'{"a":}',
		"{}{}",
		"\u0000",
		"\ufeff{}",
		'{"__proto__":{"admin":true},"constructor":1}',
		"[".repeat(100_000),
		'{"a":'.repeat(20_000),
		"a[b".repeat(5_000),
		"%",
		"=&=&=",
		`--${boundary}`,
		`--${boundary}--\r\n`,
		`--${boundary}\r\n\r\n\r\n--${boundary}--`,
	),
	fc.uint8Array({ maxLength: 60 }),
);

/** Ways to write a path that a careless router would mistake for another path. */
const pathTricks: readonly ((path: string) => string)[] = [
	(path) => `${path}/`,
	(path) => `${path}//`,
	(path) => `${path}.json`,
	(path) => `${path}.json/`,
	(path) => `${path}.xml`,
	(path) => `${path}/.`,
	(path) => `${path}/..`,
	(path) => `${path}/%2e%2e/%2e%2e`,
	(path) => `${path}%2F`,
	(path) => `${path}%00`,
	(path) => `${path}%`,
	(path) => `${path}%ff`,
	(path) => `${path};a=b`,
	(path) => `${path}#fragment`,
	(path) => `${path}\\`,
	(path) => `${path}%0d%0aX-Injected:%20yes`,
	(path) => `${path}/constructor/__proto__`,
	(path) => `${path}/${"long".repeat(25_000)}`,
	(path) => `${path}${"/x".repeat(20_000)}`,
	() => `/api/v4${"/alerts/notify".repeat(3_000)}//`,
	(path) => path.replace("/api/v4", ""),
	(path) => path.replace("/api/v4", "/api/v3"),
	(path) => path.replace("/api/v4", "//api//v4"),
	(path) => path.replace("/api/v4", "/api/v4/"),
	(path) => path.replace("/api/v4", "/API/V4"),
	(path) => path.replace("/api/v4", "/x/api/v4"),
	(path) => path.replace("/api/v4", "/api/./v4"),
	(path) => path.replaceAll("%2F", "/"),
	(path) => path.replaceAll("%2F", "%252F"),
	(path) => path.toUpperCase().replace("/API/V4", "/api/v4"),
	(path) => path.replace(/\d+/, "0x1"),
	(path) => path.replace(/\d+/, "%31"),
	(path) => path.replace(/[^/]+$/, "é\u00ff"),
	(path) => path.replace(/[^/]+$/, "\ud800"),
	(path) => path.slice(1),
	() => "",
	() => "*",
	() => "/",
	() => "//",
	() => "/api/v4",
	() => "/api/v4/",
	() => "/api/graphql",
	() => "http://",
	() => "http://elsewhere.example/api/v4/user",
];

const verbArbitrary = fc.constantFrom(
	"GET",
	"HEAD",
	"OPTIONS",
	"POST",
	"PUT",
	"PATCH",
	"DELETE",
	"TRACE",
	"CONNECT",
	"PROPFIND",
	"get",
	"",
	"__proto__",
);

/** Returns the fields of a body. If it has several content types, those of all. */
const fieldsOf = ({ body }: OperationRow): readonly FieldRow[] =>
	body?.fields ??
	(body?.schema?.anyOf ?? []).flatMap(({ properties = {} }) =>
		Object.entries(properties).map(([name, schema]) => ({ name, schema, required: false })),
	);

/** Returns entries for parameters. A required parameter is rarely left out. */
function entriesArbitrary(rows: readonly (ParameterRow | FieldRow)[], catalogue: Catalogue): fc.Arbitrary<Entry[]> {
	if (rows.length === 0) return fc.constant([]);
	const entry = (row: ParameterRow | FieldRow): fc.Arbitrary<Entry> =>
		sentAs(row.name, row.schema, catalogue).map((value): Entry => [row.name, value]);
	const needed = rows.filter((row) => row.required);
	const optional = rows.filter((row) => !row.required);
	return fc
		.tuple(
			fc.tuple(
				...needed.map((row) =>
					seldom(
						15,
						entry(row).map((one): Entry[] => [one]),
						fc.constant<Entry[]>([]),
					),
				),
			),
			optional.length === 0 ? fc.constant<Entry[]>([]) : fc.array(fc.oneof(...optional.map(entry)), { maxLength: 4 }),
		)
		.map(([first, then]) => [...first.flat(), ...then]);
}

/** Entries with names that no operation knows. */
const strayArbitrary: fc.Arbitrary<Entry[]> = seldom(
	12,
	fc.constant<Entry[]>([]),
	fc.array(fc.tuple(fc.constantFrom(...hostileNames), hostileValue), { minLength: 1, maxLength: 2 }),
);

type Transport = "as declared" | "query" | "form" | "multipart" | "json";

const transportArbitrary = fc.oneof(
	{ weight: 6, arbitrary: fc.constant<Transport>("as declared") },
	{ weight: 4, arbitrary: fc.constantFrom<Transport>("query", "form", "multipart", "json") },
);

interface Draft {
	readonly address: Address;
	readonly queried: readonly Entry[];
	readonly fields: readonly Entry[];
	readonly stray: readonly Entry[];
	readonly caller: Caller;
	readonly sudo: Caller;
	readonly transport: Transport;
	readonly verb: string | undefined;
	readonly trick: ((path: string) => string) | undefined;
	readonly pairs: string | undefined;
	readonly headers: Headers;
	readonly type: string | undefined;
	readonly body: Uint8Array | string | undefined;
}

function pathOf(row: OperationRow, address: Address): string {
	let index = 0;
	const below = row.path.replace(/\{[^}]+\}/g, () => percent(String(address[index++] ?? "")));
	return row.domain === "alerts" ? decodeURIComponent(below) : `/api/v4${below}`;
}

function bodyOf(
	transport: Transport,
	entries: readonly Entry[],
): [body: WalkRequest["body"], type: string | undefined] {
	switch (transport) {
		case "form":
			return [urlencoded(entries), "application/x-www-form-urlencoded"];
		case "multipart":
			return [multipart(entries), `multipart/form-data; boundary=${boundary}`];
		case "query":
			return [null, undefined];
		default:
			return entries.length === 0 ? [null, undefined] : [jsonText(entries), "application/json"];
	}
}

function requestOf(row: OperationRow, draft: Draft): WalkRequest {
	const { caller, sudo, transport } = draft;
	const declared = transport === "as declared";
	const said = [...caller.entries, ...sudo.entries];
	const plain = pathOf(row, draft.address);
	const inQuery = declared ? [...draft.queried, ...said] : transport === "query" ? everything(draft, said) : [];
	const inBody = declared ? [...draft.fields, ...draft.stray] : transport === "query" ? [] : everything(draft, said);
	const query = [urlencoded(inQuery), draft.pairs ?? ""].filter((part) => part !== "").join("&");
	const [body, type] = bodyOf(transport, inBody);
	const path = draft.trick ? draft.trick(plain) : plain;
	const headers = new Map<string, string>([...caller.headers, ...sudo.headers, ...draft.headers]);
	const [, key] = draft.address;
	if (row.domain === "alerts" && key !== undefined) headers.set("authorization", `Bearer ${key}`);
	const contentType = draft.type ?? type;
	const sent = draft.body ?? body;
	if (contentType !== undefined && sent !== null) headers.set("content-type", contentType);
	return {
		method: draft.verb ?? row.verb,
		url: query === "" ? path : `${path}?${query}`,
		headers: [...headers],
		body: sent,
	};
}

const everything = (draft: Draft, said: readonly Entry[]): Entry[] => [
	...draft.queried,
	...draft.fields,
	...draft.stray,
	...said,
];

function requestArbitrary(row: OperationRow, catalogue: Catalogue): fc.Arbitrary<Step> {
	const inPath = row.parameters.filter((one) => one.in === "path");
	const inQuery = row.parameters.filter((one) => one.in === "query");
	const known = fc.constantFrom<Address>(...catalogue.addresses(row));
	const mutated =
		inPath.length === 0
			? known
			: fc
					.tuple(known, fc.nat(inPath.length - 1), fc.constantFrom(...hostileTexts, "1", "99999", "acme%2Fweb"))
					.map(([address, at, text]): Address => address.map((value, index) => (index === at ? text : value)));
	const maybe = <T>(often: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
		seldom<T | undefined>(often, fc.constant(undefined), arbitrary);
	return fc
		.record<Draft>({
			address: seldom(12, known, mutated),
			queried: entriesArbitrary(inQuery, catalogue),
			fields: entriesArbitrary(fieldsOf(row), catalogue),
			stray: strayArbitrary,
			caller: callerArbitrary(),
			sudo: sudoArbitrary(catalogue),
			transport: transportArbitrary,
			verb: maybe(25, verbArbitrary),
			trick: maybe(25, fc.constantFrom(...pathTricks)),
			pairs: maybe(25, fc.constantFrom(...hostilePairs)),
			headers: seldom(8, fc.constant<Headers>([]), fc.array(headerArbitrary, { minLength: 1, maxLength: 2 })),
			type: maybe(40, typeArbitrary),
			body: maybe(40, junk),
		})
		.map((draft): Step => ({ request: requestOf(row, draft) }));
}

/** Returns the draft of a request that succeeds. */
function plannedDraft(row: OperationRow, catalogue: Catalogue): Draft {
	const { token, sudo, params } = catalogue.planned(row);
	const inPath = row.parameters.filter((one) => one.in === "path").map(({ name }) => name);
	const inQuery = new Set(row.parameters.filter((one) => one.in === "query").map(({ name }) => name));
	const entries = Object.entries(params).filter(([name]) => !inPath.includes(name));
	const [integration = []] = row.domain === "alerts" ? catalogue.addresses(row).slice(-1) : [];
	const header = (name: string, value: string | undefined): Caller => ({
		headers: value === undefined ? [] : [[name, value]],
		entries: [],
	});
	const fields = entries.filter(([name]) => !inQuery.has(name));
	return {
		address: row.domain === "alerts" ? integration : inPath.map((name) => String(params[name])),
		queried: entries.filter(([name]) => inQuery.has(name)),
		fields,
		stray: [],
		caller: header("private-token", token),
		sudo: header("sudo", sudo),
		// A file can only be sent in a multipart form.
		transport: fields.some(([, value]) => value instanceof Upload) ? "multipart" : "as declared",
		verb: undefined,
		trick: undefined,
		pairs: undefined,
		headers: [],
		type: undefined,
		body: undefined,
	};
}

/** Returns a request that succeeds, or almost. Without such requests, almost everything in a walk would be refused. */
function plannedArbitrary(row: OperationRow, catalogue: Catalogue): fc.Arbitrary<Step> {
	const draft = plannedDraft(row, catalogue);
	const sent = new Set([...draft.queried, ...draft.fields].map(([name]) => name));
	const more = (rows: readonly (ParameterRow | FieldRow)[]): fc.Arbitrary<Entry[]> => {
		const entries = rows.map(({ name, schema }) =>
			fitting(name, schema, catalogue).map((value): Entry => [name, value]),
		);
		return fc
			.shuffledSubarray(entries, { maxLength: Math.min(2, rows.length) })
			.chain((some): fc.Arbitrary<Entry[]> => fc.tuple(...some));
	};
	return fc
		.record({
			queried: more(row.parameters.filter((one) => one.in === "query" && !sent.has(one.name))),
			fields: more(fieldsOf(row).filter((one) => !sent.has(one.name))),
		})
		.map(({ queried, fields }): Step => {
			const both = { queried: [...draft.queried, ...queried], fields: [...draft.fields, ...fields] };
			return { request: requestOf(row, { ...draft, ...both }) };
		});
}

const settingsArbitrary: fc.Arbitrary<Partial<Settings>> = seldom(
	4,
	fc.constant({}),
	fc.record<Partial<Settings>>(
		{
			tier: fc.constantFrom("free", "premium", "ultimate"),
			offering: fc.constantFrom("any", "hosted", "self-managed"),
			release: fc.constantFrom("14.0", "15.0", "16.0", "17.0", "18.0", "18.9"),
			requestLimit: fc.constantFrom({ requests: 5, period: 60 }, { requests: 1, period: 1 }),
			externalUrl: fc.constantFrom("https://tenon.example", "https://tenon.example:8443/"),
			restrictedVisibilities: fc.constantFrom(["public"], ["public", "internal", "private"]),
			privateProfiles: fc.boolean(),
		},
		{ requiredKeys: [] },
	),
);

const waits = ["1 second", "61 seconds", "1 hour", "8 days", "31 days", "400 days"];

/** Returns walks of at most `maxSteps` steps, which start at the state of the catalogue. */
export function walks(catalogue: Catalogue, maxSteps: number): fc.Arbitrary<Walk> {
	const rows = Object.values(operations);
	const step = seldom<Step>(
		30,
		fc.oneof(
			{ weight: 2, arbitrary: fc.oneof(...rows.map((row) => requestArbitrary(row, catalogue))) },
			{ weight: 1, arbitrary: fc.oneof(...rows.map((row) => plannedArbitrary(row, catalogue))) },
		),
		fc.constantFrom(...waits).map((wait): Step => ({ wait })),
	);
	return fc.record({
		settings: settingsArbitrary,
		also: fc.constantFrom<Walk["also"]>("nothing", "nothing", "again", "restored"),
		steps: fc.array(step, { minLength: 1, maxLength: maxSteps, size: "max" }),
	});
}

/** Yields walks of one step: each parameter or field of each operation with each hostile value. The rest is valid. */
export function* singles(catalogue: Catalogue): Generator<Walk> {
	for (const row of Object.values(operations)) {
		const draft = plannedDraft(row, catalogue);
		const walk = (changes: Partial<Draft>): Walk => ({
			settings: {},
			also: "nothing",
			steps: [{ request: requestOf(row, { ...draft, ...changes }) }],
		});
		yield walk({});
		for (const at of draft.address.keys())
			for (const text of hostileTexts)
				yield walk({ address: draft.address.map((value, index) => (index === at ? text : value)) });
		for (const one of row.parameters.filter((parameter) => parameter.in === "query"))
			for (const value of hostileValues)
				yield walk({ queried: [...draft.queried.filter(([name]) => name !== one.name), [one.name, value]] });
		for (const one of fieldsOf(row))
			for (const value of hostileValues) {
				const mixed: Entry[] = [...draft.fields.filter(([name]) => name !== one.name), [one.name, value]];
				yield walk({ fields: mixed });
				yield walk({ fields: mixed, transport: "multipart" });
			}
	}
}
