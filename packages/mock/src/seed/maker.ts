import type { RoleName } from "../state/levels";
import type { Rows, TableName } from "../state/tables";
import type { Builder } from "./builder";
import type { Relations } from "./record-relations";

/** What the builder takes beside the fields of a row. */
export interface Inputs {
	readonly members?: { readonly [username: string]: RoleName };
	readonly projects?: readonly string[];
	readonly token?: string;
	readonly token_expires_at?: string | null;
	readonly role?: RoleName;
	readonly resource_path?: string;
	readonly saml_group?: string;
	readonly ref?: string;
	readonly contents?: { readonly [path: string]: string | { readonly base64: string } };
}

/** How one table's rows are made. */
export interface Maker<Row> {
	/** Fields by natural key, in new rows and in changes, beside those of the definition. */
	readonly relations?: Relations;
	/** What a new row can take beside its fields. */
	readonly inputs?: Relations;
	/** Makes a row, with defaults for the fields that are missing. The fields have passed their checks. */
	make(builder: Builder, fields: Partial<Row>, inputs: Inputs): Row;
}

export type Makers = { readonly [Name in TableName]: Maker<Rows[Name]> };
