/** The prose and the examples of an operation. */
export interface OperationTexts {
	readonly summary: string;
	/** Markdown. */
	readonly description: string;
	/** Parameters of the path and of the query. */
	readonly parameters: { readonly [name: string]: { readonly description: string; readonly example?: unknown } };
	/** What the fields of the body mean. */
	readonly fields: { readonly [name: string]: string };
	/** Bodies, by name. */
	readonly examples: { readonly [name: string]: unknown };
	readonly responses: readonly {
		readonly status: number;
		readonly description: string;
		readonly example?: unknown;
	}[];
	/** The typed GraphQL document that does the same. */
	readonly twin?: string;
}
