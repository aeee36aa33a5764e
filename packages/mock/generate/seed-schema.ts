/** The JSON Schema of seeds, from the definitions of the tables. */

import type { JsonSchema } from "../src/lib/checks";
import { nesting } from "../src/seed/file/nesting";
import { kindOf } from "../src/seed/kinds";
import { namesOf } from "../src/seed/names";
import { makerOf } from "../src/seed/record-makers";
import { Clock } from "../src/state/clock";
import type { AnyColumn } from "../src/state/columns";
import { accessLevels } from "../src/state/levels";
import { State } from "../src/state/state";
import { definitions, type TableName } from "../src/state/tables";
import { columnDocs } from "./column-docs";

const text = { type: "string" };
const texts = { type: "array", items: text };
const role = { enum: Object.keys(accessLevels) };
const roles = { type: "object", additionalProperties: role };
const object = { type: "object" };

/** What records take beside fields and names of other records. */
const inputs: { readonly [name: string]: JsonSchema } = {
	members: { ...roles, description: "Adds members: usernames with their roles." },
	group: { ...text, description: "The full path of the group that it is for." },
	project: { ...text, description: "The full path of the project that it is for." },
	role: { ...role, description: "The role of the bot of the token." },
	projects: { ...texts, description: "The full paths of the projects that the runner is assigned to." },
	token: { ...text, description: "The authentication token of the runner." },
	token_expires_at: { anyOf: [{ $ref: "#/$defs/time" }, { type: "null" }], description: "When that token expires." },
	ref: { ...text, description: "The branch or tag that the files are put at." },
	contents: { ...object, description: 'Paths with texts, or with bytes as { "base64": "…" }.' },
};

/** What the names of other records look like, by the names of the relations that no single column has. */
const pointers: { readonly [name: string]: JsonSchema } = {
	role: { ...role, description: "Stands for access_level." },
	into: { ...text, description: "The full path of the group or project that the group is invited into." },
	on: {
		...object,
		minProperties: 1,
		maxProperties: 1,
		description: 'What the note is on: { "issue": "acme/web#7" }, or { "snippet": 401 }.',
	},
	group: { ...text, description: "The full path of the group." },
	project: { ...text, description: "The full path of the project." },
	user: { ...text, description: "The username of the user." },
};

/** In a record with `repeat`, a text with the number's place can stand for a number, or for one of several words. */
const numbered = (schema: JsonSchema): JsonSchema =>
	schema.enum || ["number", "integer"].includes(String([schema.type].flat()[0]))
		? { anyOf: [schema, { $ref: "#/$defs/numbered" }] }
		: schema;

function fieldSchema({ check, default: initial }: AnyColumn, about: string | undefined): JsonSchema {
	const value = initial && "value" in initial ? initial.value : undefined;
	const description = [about, initial && "clock" in initial ? "The platform's time unless given." : undefined]
		.concat(initial && "column" in initial ? `As ${initial.column} unless given.` : undefined)
		.filter((part) => part !== undefined && part !== "")
		.join(" ");
	return {
		...numbered(check.schema ?? {}),
		...(description === "" ? {} : { description }),
		...(value === undefined ? {} : { default: value }),
	};
}

/** The name of a row of another table in place of its id, or the names in place of ids. */
function nameSchema(table: TableName, name: string): JsonSchema {
	const columns: { readonly [field: string]: AnyColumn } = definitions[table].columns;
	for (const field of [`${name}_id`, `${name}_ids`, name.replace(/s$/, "_ids")]) {
		const column = columns[field];
		const names = column?.check.table === undefined ? undefined : namesOf(column.check.table);
		if (!names) continue;
		const description = `Stands for ${field}: ${names.expected}, such as ${names.example}.`;
		return field.endsWith("_ids") ? { ...texts, description } : { type: ["string", "null"], description };
	}
	const schema = pointers[name];
	if (!schema) throw new Error(`${table}: the relation "${name}" has no schema.`);
	return schema;
}

function inputSchema(table: TableName, name: string): JsonSchema {
	const schema = inputs[name];
	if (!schema) throw new Error(`${table}: the input "${name}" has no schema.`);
	return schema;
}

const listOf = (table: TableName): JsonSchema => ({ type: "array", items: { $ref: `#/$defs/${kindOf(table)}` } });

/** Lists of records that belong to a record. Some names are inputs as well: the members of a group can be usernames with roles. */
function nestedLists(table: TableName, other: ReadonlyMap<string, JsonSchema>): { [name: string]: JsonSchema } {
	const nests = Object.entries(nesting[table] ?? {});
	return Object.fromEntries(
		nests.map(([name, { table: nested }]) => {
			const input = other.get(name);
			return [name, input ? { anyOf: [input, listOf(nested)] } : listOf(nested)];
		}),
	);
}

/** A record of a table. No field is required: what is missing is made. */
function recordSchema(table: TableName): JsonSchema {
	const docs = columnDocs().get(table);
	const { relations = {}, inputs: inputsOf = {} } = makerOf(table, empty);
	const fields = Object.entries<AnyColumn>(definitions[table].columns);
	const inputProperties = Object.keys(inputsOf).map((name) => [name, inputSchema(table, name)] as const);
	return {
		type: "object",
		...(docs?.about ? { description: docs.about } : {}),
		properties: {
			...Object.fromEntries(fields.map(([name, column]) => [name, fieldSchema(column, docs?.columns[name])])),
			...Object.fromEntries(Object.keys(relations).map((name) => [name, nameSchema(table, name)])),
			...Object.fromEntries(inputProperties),
			...nestedLists(table, new Map(inputProperties)),
			repeat: { $ref: "#/$defs/repeat" },
		},
		additionalProperties: false,
	};
}

const empty = new State(new Clock(0));
const tables = Object.keys(definitions) as TableName[];

/** The schema of seed files. */
export const seedSchema = (): JsonSchema => ({
	$schema: "https://json-schema.org/draft/2020-12/schema",
	title: "Seed of @tenon/mock",
	description: "What the platform holds: lists of partial records by kind.",
	type: "object",
	properties: {
		include: { ...texts, description: "Files that are loaded first, by their paths relative to this one." },
		clock: { $ref: "#/$defs/time", description: "Stops the platform's clock at this time." },
		settings: { ...object, description: "Changes settings of the platform." },
		exact: {
			const: true,
			description: "Stores the records as they are and makes nothing around them: `seed export` writes it.",
		},
		last_ids: {
			type: "object",
			additionalProperties: { type: "integer" },
			description: "With exact: the last id of a kind whose newest records were deleted.",
		},
		...Object.fromEntries(tables.map((table) => [kindOf(table), listOf(table)])),
	},
	additionalProperties: false,
	$defs: {
		time: {
			type: "string",
			pattern: "^(now|[+-](\\d+(\\.\\d+)?[smhdw])+|\\d{4}-\\d\\d-\\d\\d.*|.*\\{n.*)$",
			description: "2026-01-05T09:30:00Z, 2026-01-05, now, or a distance from now: -3d, +2h, -1d12h.",
		},
		day: { $ref: "#/$defs/time" },
		numbered: { type: "string", pattern: "\\{n", description: "A text with the number of a repeated record." },
		repeat: {
			type: "integer",
			minimum: 0,
			description:
				"Makes this many records. {n} in texts is the number of each: {n}, {n:03}, {n*15}, {n|success|failed}.",
		},
		...Object.fromEntries(tables.map((table) => [kindOf(table), recordSchema(table)])),
	},
});
