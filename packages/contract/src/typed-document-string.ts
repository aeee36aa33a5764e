/**
 * A GraphQL document as text, with the types of its result and its variables: what other tools know as
 * `DocumentTypeDecoration`, without a package that would have to be installed for the types to be there.
 *
 * @example
 * const document = new TypedDocumentString<{ metadata: { version: string } }, object>("{ metadata { version } }");
 */
export class TypedDocumentString<Result, Variables> extends String {
	/** Carries the types; never there. */
	declare readonly __apiType?: (variables: Variables) => Result;
}
