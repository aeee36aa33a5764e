import { GraphQLError, type GraphQLScalarType, type ValueNode } from "graphql";
import { readTime } from "../request/http/coerce";
import { classesOf, parseGlobalId } from "./global-id";

/** How a scalar serializes and parses its values. */
interface Scalar {
	readonly write: (value: unknown) => unknown;
	/** Throws if the scalar does not accept the value. */
	readonly read: (value: unknown) => unknown;
}

const refused = (message: string): GraphQLError =>
	new GraphQLError(message, { extensions: { code: "argumentLiteralsIncompatible", typeName: "CoercionError" } });

function asTime(value: unknown): string {
	const read = typeof value === "string" ? readTime(value) : undefined;
	if (read === undefined) throw refused(`${JSON.stringify(value)} is not a time in ISO 8601`);
	return read;
}

function asDate(value: unknown): string {
	if (typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
		const day = new Date(`${value}T00:00:00Z`);
		if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)) return value;
	}
	throw refused(`${JSON.stringify(value)} is not a day in ISO 8601`);
}

function asBigInt(value: unknown): string {
	if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
	if (typeof value === "string" && /^-?\d{1,100}$/.test(value)) return value;
	throw refused(`${JSON.stringify(value)} is not a whole number`);
}

function asJsonText(value: unknown): string {
	try {
		if (typeof value === "string") {
			JSON.parse(value);
			return value;
		}
	} catch {
		// Reported below.
	}
	throw refused("Invalid JSON string");
}

function asSegment(value: unknown): string | number {
	if (typeof value === "string" || (typeof value === "number" && Number.isInteger(value) && value >= 0)) return value;
	throw refused(`${JSON.stringify(value)} is neither a property's name nor an index`);
}

function asNumber(value: unknown): number {
	if (typeof value === "number" && Number.isFinite(value)) return value;
	throw refused(`${JSON.stringify(value)} is not a number`);
}

function asInput(value: unknown): unknown {
	if (Array.isArray(value) || ["string", "number", "boolean"].includes(typeof value)) return value;
	throw refused("Invalid CI input value");
}

const same = (value: unknown): unknown => value;

const own: { readonly [name: string]: Scalar } = {
	// Records have times in UTC with milliseconds. Their expiry days have no time, and begin at midnight.
	Time: {
		write: (value) => `${(String(value).length === 10 ? `${value}T00:00:00` : String(value)).slice(0, 19)}Z`,
		read: asTime,
	},
	Date: { write: (value) => String(value).slice(0, 10), read: asDate },
	BigInt: { write: (value) => String(value), read: asBigInt },
	Duration: { write: same, read: asNumber },
	JSON: { write: same, read: same },
	CiInputsValue: { write: same, read: asInput },
	JsonString: { write: (value) => (typeof value === "string" ? value : JSON.stringify(value)), read: asJsonText },
	PayloadAlertFieldPathSegment: { write: same, read: asSegment },
};

function scalarOf(name: string): Scalar | undefined {
	const classes = classesOf[name];
	if (classes) return { write: same, read: (value) => parseGlobalId(value, ...classes) };
	return Object.hasOwn(own, name) ? own[name] : undefined;
}

type Variables = { readonly [name: string]: unknown } | null | undefined;

/** Returns the value of a literal in a query. An integer that is too long for a number stays a text. */
function literalValue(node: ValueNode, variables: Variables): unknown {
	switch (node.kind) {
		case "NullValue":
			return null;
		case "IntValue":
			return node.value.length > 15 ? node.value : Number(node.value);
		case "FloatValue":
			return Number(node.value);
		case "ListValue":
			return node.values.map((value) => literalValue(value, variables));
		case "ObjectValue":
			return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literalValue(value, variables)]));
		case "Variable":
			return variables?.[node.name.value];
		case "StringValue":
		case "BooleanValue":
		case "EnumValue":
			return node.value;
	}
}

/** Adds serialization and parsing to a scalar of the schema. Built-in scalars do not change. */
export function teach(type: GraphQLScalarType): void {
	const scalar = scalarOf(type.name);
	if (!scalar) return;
	const literal = (node: ValueNode, variables?: Variables): unknown => {
		try {
			return scalar.read(literalValue(node, variables));
		} catch (error) {
			if (!(error instanceof GraphQLError)) throw error;
			throw new GraphQLError(error.message, { nodes: node, extensions: error.extensions });
		}
	};
	Object.assign(type, {
		serialize: scalar.write,
		parseValue: scalar.read,
		parseLiteral: literal,
		// The names in graphql 17.
		coerceOutputValue: scalar.write,
		coerceInputValue: scalar.read,
		coerceInputLiteral: literal,
	});
}
