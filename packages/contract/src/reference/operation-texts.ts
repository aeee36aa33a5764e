/** The prose and the examples of an operation. Its row in the operation table does not have them. */
export interface OperationTexts {
	readonly summary: string;
	/** Markdown. */
	readonly description: string;
	/** Parameters of the path and of the query. */
	readonly parameters: { readonly [name: string]: { readonly description: string; readonly example?: unknown } };
	/** The descriptions of the body's fields; fields of nested objects by their path, such as `inputs.name`. */
	readonly fields: { readonly [path: string]: string };
	/** Bodies, by name. */
	readonly examples: { readonly [name: string]: unknown };
	readonly responses: readonly ResponseTexts[];
	/** The typed GraphQL document that does the same. */
	readonly twin?: string;
}

/** The description of a response status. */
export interface ResponseTexts {
	readonly status: number;
	readonly description: string;
	/** The type of the body, such as `Note[]`. Absent for errors and without a body. */
	readonly type?: string;
	readonly example?: unknown;
}
