import type { RequestOptions } from "../connection/connection";
import type { TenonError } from "../errors/errors";
import type { AnyVariables, TypedDocument } from "./document";
import type { GraphqlErrorEntry } from "./errors";

/** A result with both `data` and `errors`. */
export interface GraphqlResult<Result> {
	/** Null or undefined if nothing was carried out. Parts that failed are null. */
	readonly data: Result | null | undefined;
	/** Empty if nothing failed. */
	readonly errors: readonly GraphqlErrorEntry[];
	readonly status: number;
}

/** The result of one query of a batch. */
export type BatchResult<Result> =
	| { readonly ok: true; readonly data: Result; readonly error?: undefined }
	| { readonly ok: false; readonly data: unknown; readonly error: TenonError };

/** Any query of a batch: a document, and its variables. */
export type AnyEntry = readonly [document: TypedDocument<unknown, never> | string, variables?: unknown];

type VariablesOf<Document> = Document extends {
	readonly __apiType?: ((variables: infer Variables) => unknown) | undefined;
}
	? Variables
	: AnyVariables;

/** The type of an entry, depending on its document. Variables are optional if the document requires none. */
export type BatchEntry<Entry> = Entry extends readonly [infer Document, ...unknown[]]
	? Document extends string
		? readonly [Document, AnyVariables?]
		: Record<string, never> extends VariablesOf<Document>
			? readonly [Document, VariablesOf<Document>?]
			: readonly [Document, VariablesOf<Document>]
	: never;

/** The last arguments of a call. Variables are optional if the document requires none. */
export type Rest<Variables> =
	Record<string, never> extends Variables
		? [variables?: Variables | undefined, options?: RequestOptions]
		: [variables: Variables, options?: RequestOptions];

export type ResultOf<Entry> = Entry extends readonly [infer Document, ...unknown[]]
	? Document extends { readonly __apiType?: ((variables: never) => infer Result) | undefined }
		? BatchResult<Result>
		: BatchResult<unknown>
	: never;
