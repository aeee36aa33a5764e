/** The prose and the examples of an operation, which its row in the operation table does not have. */
export interface OperationTexts {
	readonly summary: string;
	/** Markdown. */
	readonly description: string;
	/** Parameters of the path and of the query. */
	readonly parameters: { readonly [name: string]: { readonly description: string; readonly example?: unknown } };
	/** What the fields of the body mean; those of nested objects by their path, such as `inputs.name`. */
	readonly fields: { readonly [path: string]: string };
	/** Bodies, by name. */
	readonly examples: { readonly [name: string]: unknown };
	readonly responses: readonly ResponseTexts[];
	/** The typed GraphQL document that does the same. */
	readonly twin?: string;
}

/** What a status of an operation means. */
export interface ResponseTexts {
	readonly status: number;
	readonly description: string;
	/** The type of the body, such as `Note[]`; none where there is no body, and for errors. */
	readonly type?: string;
	readonly example?: unknown;
}
