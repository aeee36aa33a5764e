/**
 * A GraphQL document as text, with the types of its result and its variables. Compatible with the type
 * `DocumentTypeDecoration` of other tools, but without a package to install.
 *
 * @example
 * const document = new TypedDocumentString<{ metadata: { version: string } }, object>("{ metadata { version } }");
 */
export class TypedDocumentString<Result, Variables> extends String {
	/** Only carries the types; always undefined. */
	declare readonly __apiType?: (variables: Variables) => Result;
}
