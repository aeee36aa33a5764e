import type { RoleName } from "../state/levels";
import type { Rows, TableName } from "../state/tables";
import type { Builder } from "./builder";
import type { Relations } from "./record-relations";

/** What the builder accepts in addition to the fields of a row. */
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

/** Creates the rows of a table. */
export interface Maker<Row> {
	/** Fields by natural key, in new rows and in changes, in addition to those of the definition. */
	readonly relations?: Relations;
	/** What a new row accepts in addition to its fields. */
	readonly inputs?: Relations;
	/** Creates a row, with defaults for missing fields. The fields are already validated. */
	make(builder: Builder, fields: Partial<Row>, inputs: Inputs): Row;
}

export type Makers = { readonly [Name in TableName]: Maker<Rows[Name]> };
