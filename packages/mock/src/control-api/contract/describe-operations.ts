import type { OperationRow, ValueSchema } from "@tenon/contract";
import { type OperationTexts, operationReference } from "@tenon/contract/reference";
import { ControlRefusal } from "../../lib/control-error";
import { nearest } from "../../lib/nearest";
import type { ControlCall } from "../call";
import { picksOf, type RowPick, sampleIntake } from "./row-picks";

/** An operation in the list. */
interface OperationSummary {
	readonly id: string;
	readonly domain: string;
	readonly verb: string;
	/** The path below the installation's base URL. */
	readonly path: string;
	/** Null for an operation without a description. */
	readonly summary: string | null;
	readonly deprecated: boolean;
}

/** A parameter of the path or the query, or a field of the body. */
interface Member {
	readonly name: string;
	readonly in: "path" | "query" | "body";
	readonly required: boolean;
	readonly deprecated: boolean;
	readonly schema: ValueSchema;
	readonly description: string;
	/** A value to start with; null if there is none. */
	readonly example: unknown;
	readonly pick: RowPick | null;
}

/** Loads the texts of the contract's operations at first use. */
const texts = async (): Promise<{ readonly [operation: string]: OperationTexts }> =>
	(await import("./generated/contract-texts")).contractTexts;

const pathOf = ({ domain, path }: OperationRow): string => (domain === "alerts" ? path : `/api/v4${path}`);

const summaryOf = (row: OperationRow, text: OperationTexts | undefined): OperationSummary => ({
	id: row.id,
	domain: row.domain,
	verb: row.verb,
	path: pathOf(row),
	summary: text?.summary ?? null,
	deprecated: row.deprecated === true,
});

/** Returns every operation of the platform, including those of extensions. */
export async function listOperations({ platform }: ControlCall): Promise<readonly OperationSummary[]> {
	const all = await texts();
	return platform.operations.rows.map((row) => summaryOf(row, all[row.id]));
}

/** Returns the row of the operation in the path. @throws ControlRefusal (404) if it is unknown. */
export function operationIn({ platform, id }: ControlCall): OperationRow {
	const row = platform.operations.row(id);
	if (row) return row;
	const guess = nearest(id, [...platform.operations.ids]);
	throw new ControlRefusal(404, `There is no operation "${id}".${guess ? ` Did you mean "${guess}"?` : ""}`);
}

function membersOf(row: OperationRow, text: OperationTexts | undefined, call: ControlCall): Member[] {
	const picks = picksOf(row, call.platform.state);
	const addresses = row.parameters.map(({ name, in: where, required, deprecated, schema }): Member => {
		const { description = "", example = null } = text?.parameters[name] ?? {};
		const pick = picks[name] ?? null;
		const value = row.domain === "alerts" ? sampleIntake(call.platform.state) : (pick?.sample ?? example);
		return {
			name,
			in: where,
			required: required === true,
			deprecated: deprecated === true,
			schema,
			description,
			example: value,
			pick,
		};
	});
	const fields = (row.body?.fields ?? []).map(
		({ name, required, schema }): Member => ({
			name,
			in: "body",
			required: required === true,
			deprecated: schema["x-tenon-lifecycle"]?.stage === "deprecated",
			schema,
			description: text?.fields[name] ?? "",
			example: null,
			pick: null,
		}),
	);
	return [...addresses, ...fields];
}

/** Returns everything that is known about an operation. */
export async function describeOperation(call: ControlCall): Promise<object> {
	const row = operationIn(call);
	const text = (await texts())[row.id];
	const { method, body } = row;
	return {
		...summaryOf(row, text),
		method: row.domain === "alerts" ? null : method,
		reference: operationReference(row, text),
		members: membersOf(row, text, call),
		body: body
			? {
					types: body.types,
					required: body.required,
					is_free: body.schema !== undefined,
					examples: text?.examples ?? {},
				}
			: null,
		twin: text?.twin === undefined ? null : await documentOf(text.twin),
	};
}

/** Returns the text of a typed GraphQL document; null if there is none. */
async function documentOf(name: string): Promise<{ name: string; query: string } | null> {
	const documents = await import("@tenon/contract/graphql");
	const found: unknown = Reflect.get(documents, `${name}Document`);
	return found === undefined ? null : { name, query: String(found).trim() };
}
