/** Snippets that the rules of GraphQL make. */

import type { Context } from "../../rule/context";
import { ask, type GraphqlResponse, mutate, numberOf } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import { inner } from "./connections";
import { by, type Who } from "./lab";

export const snippetFields = `title description visibilityLevel createdAt updatedAt author { username } project { fullPath }
	blobs { nodes { path rawPlainData plainData } }`;

/** A blob action that creates a file. */
export const file = (filePath: string, content = "Be kind."): Fields => ({ action: "create", filePath, content });

/** Creates a snippet; it is removed after the rule. */
export async function createSnippet(t: Context, who: Who, input: Fields, headers: Readonly<Record<string, string>> = {}): Promise<GraphqlResponse> {
	const all = { title: t.unique("snippet"), visibilityLevel: "public", blobActions: [file("tips.md")], ...input };
	const response = await mutate(by(t, who), "createSnippet", all, `snippet { id ${snippetFields} } clientMutationId`, headers);
	const id = inner(response.http.fields, "data", "createSnippet", "snippet", "id");
	if (id !== undefined) t.undo(`snippet ${id}`, async () => (await mutate(by(t, who), "destroySnippet", { id })).http);
	return response;
}

/** Creates a snippet, which must succeed: in the scene's project, by the maintainer, unless the input says otherwise. */
export async function snippetOf(t: Context, input: Fields = {}, who: Who = "maintainer"): Promise<Fields & { readonly number: number }> {
	const response = await createSnippet(t, who, { projectPath: t.scene("project"), ...input });
	t.same("errors", response.record("createSnippet").errors, [], response.http);
	const snippet = response.record("createSnippet.snippet");
	return { ...snippet, number: numberOf(snippet.id) };
}

/** A snippet as a caller reads it; null if it is not visible. */
export async function found(t: Context, who: Who, id: unknown, fields = `id ${snippetFields}`): Promise<Fields | null> {
	const response = await ask(by(t, who), `query($ids: [SnippetID!]) { snippets(ids: $ids) { nodes { ${fields} } } }`, { ids: [id] });
	return response.list("snippets.nodes")[0] ?? null;
}
