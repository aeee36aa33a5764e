/**
 * The expectations of the contract are rows of `expectations/<domain>.tsv`: ids, subject and expectation, separated by
 * tabs. A line that starts with `#` is a comment. Each id names a claim: `LINK-001`, `LINK-003..005, LINK-009`.
 *
 * SUBJECT
 *   listUsers                         an operation. `*` matches any text, `*!sendAlert` leaves one out, `/groups/{id}*`
 *                                     is a path, `@users` a tag, `@pagination` all operations with `x-tenon-pagination`
 *   listUsers query search            a parameter in the query, path or header
 *   createUser body email             a property of the body in each media type; `json`, `form`, `multipart` name one
 *   getUser 200 identities.provider   a property of a response; lists and unions of one object with null need no step
 *   revokeGroupToken 200 #2.scopes    `#2` is the second branch of `anyOf`, `*` the values of a map
 *   getUser 429 header Retry-After    a header of a response; `4XX` is every declared status of that class
 *   #/servers/0/url                   a JSON pointer into the document
 *   operations with query search      all operations that have this parameter, or body property, status, header, key
 *   operations with access {role: owner}   … this value in an extension
 *   operations tagged users           also `auth privateToken`, `at <path>`, and `changing <path>`: all verbs but GET
 *   type Query                        GraphQL: the expectation is partial SDL, see support/graphql-schema.ts
 *   `a|b` and `x{a,b}y` name several subjects; each must meet the expectation.
 *
 * EXPECTATION: clauses separated by `; `. Lists are separated by spaces and have no order; `none` is the empty list.
 *   Of an operation:
 *     GET /users · needs id name (required parameters and properties) · takes page search (query parameters)
 *     returns 200 (all statuses of success) · statuses 200 404 (all) · declares 404 (among others)
 *     accepts json form multipart · body optional · auth privateToken or anonymous
 *   Of a response: content application/json · headers Link X-Total (among others)
 *   Of a value:
 *     integer · string or null · timestamp · date · file · array of string · map of string   the type. A row with a
 *       type is complete: what it leaves out (required, deprecated, default, one of) the contract leaves out too
 *     required · optional · deprecated · not deprecated · default 20 · no default · opaque (only a type)
 *     one of a b · suggests a b (and any other string) · deprecates a b (these values)
 *     maxLength 100 · minimum 0 · format uri …   a keyword of JSON Schema, or of parameters
 *     requires a b · needs one of a b (`anyOf`) · fields a b · fields include a · open · closed · branches 3
 *     same as getUser 200 · extends listUsers 200 (has the same properties, and perhaps more)
 *   Of anything: says /regular expression/ · absent
 *     method users.list · retry safe · tier {tier: premium} · access includes {role: owner} · no tier   `x-tenon-<word>`
 *   Of a set: are listUsers getUser · count 29. Of a pointer: is <yaml> · includes <yaml> · count 1
 */
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { graphqlFailure, isGraphqlSubject } from "./support/graphql-schema";
import type { Contract, Operation, Response, Schema } from "./support/openapi";
import {
	alternativesOf,
	expand,
	includes,
	mediaNames,
	objectIn,
	operationsOf,
	single,
	sorted,
	type Thing,
	tenonKeys,
	thingsOf,
	words,
} from "./support/subjects";

export interface Row {
	/** The location of the row: `groups.tsv:12`. */
	at: string;
	ids: string[];
	subject: string;
	expectation: string;
}

type Finding = [expected: unknown, found: unknown];

/** Parses the rows of a table. Throws if a line does not have three cells, or if an id is unknown. */
export function parseRows(file: string, text: string, known: ReadonlySet<string>): Row[] {
	return text.split("\n").flatMap((line, index) => {
		if (line.trim() === "" || line.startsWith("#")) return [];
		const at = `${file}:${index + 1}`;
		const [ids = "", subject = "", expectation = "", ...rest] = line.split("\t");
		if (!subject.trim() || !expectation.trim() || rest.length > 0)
			throw new Error(`${at}: a row has three cells: ids, subject, expectation`);
		const all = ids.split(",").flatMap((id) => {
			const [, area, from = "", to = from] = /^\s*([A-Z]+)-(\d+)(?:\.\.(\d+))?\s*$/.exec(id) ?? [];
			if (!area || Number(to) < Number(from))
				throw new Error(`${at}: "${id.trim()}" is not a claim id or a run of ids`);
			const count = Number(to) - Number(from) + 1;
			return Array.from({ length: count }, (_, n) => `${area}-${String(Number(from) + n).padStart(from.length, "0")}`);
		});
		for (const id of all) if (!known.has(id)) throw new Error(`${at}: there is no claim ${id}`);
		return { at, ids: all, subject: subject.trim(), expectation: expectation.trim() };
	});
}

const formats: Record<string, string> = { "date-time": "timestamp", date: "date", binary: "file" };

/** Returns the types of a schema, as the tables write them. */
export function typesOf(schema: Schema): Set<string> {
	if (schema.anyOf && !schema.type) return new Set(schema.anyOf.flatMap((branch) => [...typesOf(branch)]));
	const inner = (one: Schema): string => (typesOf(one).size === 1 ? [...typesOf(one)].join() : "");
	return new Set(
		[schema.type ?? []].flat().map((type) => {
			if (type === "string") return formats[String(schema.format)] ?? type;
			if (type === "array" && schema.items && inner(schema.items)) return `array of ${inner(schema.items)}`;
			const values = schema.additionalProperties;
			return type === "object" && typeof values === "object" && inner(values) ? `map of ${inner(values)}` : type;
		}),
	);
}

const isType = (clause: string): boolean =>
	clause
		.split(" or ")
		.every((part) =>
			/^((array|map) of \w+|integer|number|string|boolean|object|array|null|timestamp|date|file)$/.test(part),
		);

const listed = (schema: Schema): unknown[] =>
	(schema.enum ?? schema.anyOf?.flatMap((one) => one.enum ?? []) ?? schema.items?.enum ?? []).filter(
		(one) => one !== null,
	);
const isOpen = (schema: Schema): boolean =>
	(schema.anyOf ?? []).some((one) => one.enum) &&
	(schema.anyOf ?? []).some((one) => one.type === "string" && !one.enum);

const some = (expected: string[], found: string[]): Finding =>
	expected.every((one) => found.includes(one)) && expected.length > 0
		? [found, found]
		: [sorted(expected), sorted(found)];
const compare = (expected: unknown, found: unknown): Finding => [expected, found];
const compareLists = (text: string, found: Iterable<unknown>): Finding => [sorted(words(text)), sorted(found)];

function compareParts(text: string, found: unknown): Finding {
	const expected: unknown = parse(text);
	// An empty list or map is included in every value.
	if (JSON.stringify(expected).match(/\[\]|\{\}/)) throw new Error(`${text} includes nothing`);
	return includes(expected, found) ? [found, found] : [expected, found];
}

const ofOperation = ({ operation, name }: Thing): Operation => {
	if (!operation) throw new Error(`${name} is not an operation`);
	return operation;
};
const ofSchema = ({ schema, name }: Thing): Schema => {
	if (!schema) throw new Error(`${name} has no schema`);
	return schema;
};
const ofResponse = ({ response, name }: Thing): Response => {
	if (!response) throw new Error(`${name} is not a response`);
	return response;
};
const propertiesOf = (thing: Thing): Record<string, Schema> => objectIn(ofSchema(thing))?.properties ?? {};
const statusesOf = (thing: Thing): string[] => Object.keys(ofOperation(thing).responses);
const short = (type: string): string => Object.entries(mediaNames).find(([, long]) => long === type)?.[0] ?? type;
const keywords =
	/^(maxLength|minLength|maximum|minimum|maxItems|minItems|format|pattern|style|explode|additionalProperties|uniqueItems) (.+)$/;

/** The clauses that begin with a keyword. */
const clauses: Record<string, (argument: string, thing: Thing, contract: Contract) => Finding> = {
	needs: (names, thing) => {
		const one = /^one of (.+)$/.exec(names)?.[1];
		if (one)
			return compareLists(
				one,
				(ofSchema(thing).anyOf ?? []).flatMap((branch) => branch.required?.join("+") ?? []),
			);
		const { parameters, bodies } = ofOperation(thing);
		const inBody = Object.values(bodies).flatMap((body) => body.required ?? []);
		return compareLists(
			names,
			new Set([...parameters.filter((each) => each.required).map((each) => each.name), ...inBody]),
		);
	},
	takes: (names, thing) =>
		compareLists(
			names,
			ofOperation(thing).parameters.flatMap((one) => (one.in === "query" ? [one.name] : [])),
		),
	returns: (list, thing) =>
		compareLists(
			list,
			statusesOf(thing).filter((status) => /^[23]/.test(status)),
		),
	statuses: (list, thing) => compareLists(list, statusesOf(thing)),
	declares: (list, thing) => some(words(list), statusesOf(thing)),
	accepts: (list, thing) => compareLists(list, Object.keys(ofOperation(thing).bodies).map(short)),
	body: (which, thing) => {
		const required = includes({ required: true }, ofOperation(thing).raw.requestBody);
		return compare(which, required ? "required" : "optional");
	},
	auth: (list, thing) => compareLists(list.replaceAll(" or ", " "), alternativesOf(ofOperation(thing))),
	content: (list, thing) => compareLists(list, Object.keys(ofResponse(thing).content)),
	headers: (list, thing) => some(words(list), Object.keys(ofResponse(thing).headers)),
	default: (value, thing) => compare(parse(value), ofSchema(thing).default),
	one: (list, thing) =>
		compareLists(list.replace(/^of /, ""), isOpen(ofSchema(thing)) ? ["any string"] : listed(ofSchema(thing))),
	suggests: (list, thing) =>
		compareLists(list, isOpen(ofSchema(thing)) ? listed(ofSchema(thing)) : ["no other value allowed"]),
	deprecates: (list, thing) =>
		compareLists(
			list,
			(ofSchema(thing).anyOf ?? []).flatMap((one) => (one.deprecated ? listed(one) : [])),
		),
	requires: (list, thing) => compareLists(list, objectIn(ofSchema(thing))?.required ?? []),
	fields: (list, thing) => {
		const part = /^include (.+)$/.exec(list)?.[1];
		return part
			? some(words(part), Object.keys(propertiesOf(thing)))
			: compareLists(list, Object.keys(propertiesOf(thing)));
	},
	branches: (count, thing) => compare(Number(count), (ofSchema(thing).anyOf ?? []).length),
	same: (subject, thing, contract) => {
		const other = single(contract, subject.replace(/^as /, ""));
		const either = [thing, other].map((one) => objectIn(one.schema) ?? one.schema);
		return [other.name, either[0] !== undefined && isDeepStrictEqual(either[0], either[1]) ? other.name : thing.name];
	},
	extends: (subject, thing, contract) => {
		const own = propertiesOf(thing);
		const others = Object.entries(propertiesOf(single(contract, subject)));
		const different = others.filter(([key, schema]) => !isDeepStrictEqual(own[key], schema)).map(([key]) => key);
		return compare(
			"the same properties",
			others.length > 0 && different.length === 0 ? "the same properties" : { different },
		);
	},
	are: (list, thing, contract) => {
		if (!thing.operations) throw new Error(`${thing.name} is not a set of operations`);
		return [
			sorted(words(list).flatMap((word) => operationsOf(contract, word).map((one) => one.id))),
			sorted(thing.operations),
		];
	},
	count: (count, thing) =>
		compare(Number(count), Array.isArray(thing.value) ? thing.value.length : thing.operations?.length),
	is: (text, thing) => compare(parse(text), thing.value),
	includes: (text, thing) => compareParts(text, thing.value),
	says: (text, thing) => {
		const pattern = /^\/(.+)\/$/.exec(text)?.[1];
		if (!pattern) throw new Error(`${text} is not a /regular expression/`);
		const found = String(thing.raw.description ?? thing.schema?.description ?? "").replace(/\s+/g, " ");
		return new RegExp(pattern).test(found) ? ["", ""] : [text, found];
	},
};

/** Clauses without an argument. */
const flags: Record<string, (thing: Thing) => Finding> = {
	required: (thing) => compare(true, thing.required),
	optional: (thing) => compare(false, thing.required),
	deprecated: (thing) => compare(true, thing.raw.deprecated === true),
	"not deprecated": (thing) => compare(false, thing.raw.deprecated === true),
	"no default": (thing) => compare(undefined, ofSchema(thing).default),
	open: (thing) => compare(false, ofSchema(thing).additionalProperties === false),
	closed: (thing) => compare(false, ofSchema(thing).additionalProperties),
	opaque: (thing) => compare(["description", "type"], Object.keys(ofSchema(thing)).sort()),
	"any value": (thing) => compare([], listed(ofSchema(thing))),
};

function findingOf(clause: string, thing: Thing, contract: Contract): Finding {
	const [, word = "", argument = ""] = /^(\S+)\s*(.*)$/.exec(clause) ?? [];
	if (/^(GET|PUT|POST|DELETE|PATCH)$/.test(word))
		return compare(clause, `${ofOperation(thing).verb} ${ofOperation(thing).path}`);
	const flag = flags[clause];
	if (flag) return flag(thing);
	if (isType(clause)) return [sorted(clause.split(" or ")), sorted(typesOf(ofSchema(thing)))];
	const keyword = keywords.exec(clause);
	if (keyword) return compare(parse(keyword[2] ?? ""), thing.raw[keyword[1] ?? ""] ?? thing.schema?.[keyword[1] ?? ""]);
	const key = word === "no" ? argument : word;
	if (tenonKeys.includes(key)) {
		const found = thing.raw[`x-tenon-${key}`];
		const part = /^includes (.+)$/.exec(argument)?.[1];
		if (part) return compareParts(part, found);
		return compare(word === "no" ? undefined : parse(argument), found);
	}
	const check = clauses[word];
	if (!check || argument === "") throw new Error(`"${clause}" is not an expectation`);
	return check(argument, thing, contract);
}

/** Returns the clauses that a row with a type implies: the contract must not have anything that the row leaves out. */
function implied(all: string[]): string[] {
	if (!all.some(isType)) return [];
	const names = (pattern: RegExp): boolean => all.some((clause) => pattern.test(clause));
	return [
		...(names(/^(required|optional)$/) ? [] : ["optional"]),
		...(names(/^(not )?deprecated$/) ? [] : ["not deprecated"]),
		...(names(/^default /) ? [] : ["no default"]),
		...(names(/^(one of|suggests) /) ? [] : ["any value"]),
	];
}

/** Describes why a row does not match: its location, the expectation, and the contract. Undefined if it matches. */
export function failureOf(contract: Contract, row: Row): string | undefined {
	const place = `${row.at} ${row.ids.join(", ")}`;
	try {
		if (isGraphqlSubject(row.subject)) {
			const failure = expand(row.subject)
				.map((one) => graphqlFailure(one, row.expectation))
				.find(Boolean);
			return failure && `${place} ${failure}`;
		}
		const all = row.expectation.split("; ").map((clause) => clause.trim());
		for (const thing of thingsOf(contract, row.subject)) {
			if (row.expectation === "absent") {
				if (!thing.missing) return `${place} ${thing.name}: expected to be absent, but the contract has it`;
				if (thing.ownerless) return `${place} ${thing.name}: there is no schema that could have it`;
				continue;
			}
			if (thing.missing) return `${place} ${thing.name}: the contract does not have it`;
			for (const clause of [...all, ...implied(all)]) {
				if (clause === "optional" && thing.required === undefined && !all.includes(clause)) continue;
				const [expected, found] = findingOf(clause, thing, contract);
				if (!isDeepStrictEqual(expected, found))
					return `${place} ${thing.name}: ${clause}\n  expected ${JSON.stringify(expected)}\n  found ${JSON.stringify(found)}`;
			}
		}
	} catch (error) {
		return `${place} ${error instanceof Error ? error.message : String(error)}`;
	}
	return undefined;
}
