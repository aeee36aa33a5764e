/** Makes snippets by GraphQL, each removed again after the check. */
import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { type GraphqlAnswer, mutate, numberOf } from "../../rule/graphql";

const selection = `snippet { id title description visibilityLevel createdAt updatedAt author { username } project { fullPath }
	blobs { nodes { path rawPlainData plainData } } }`;

type Who = Parameters<Context["as"]>[0];

export const blob = (filePath: string, content = "Be kind."): Fields => ({ action: "create", filePath, content });

export const createSnippet = async (t: Context, who: Who, input: Fields): Promise<GraphqlAnswer> => {
	const given = { title: t.unique("snippet"), visibilityLevel: "public", blobActions: [blob("tips.md")], ...input };
	const response = await mutate(t.as(who), "createSnippet", given, selection);
	const data = response.answer.field("data");
	const payload = isFields(data) ? data.createSnippet : undefined;
	const snippet = isFields(payload) ? payload.snippet : undefined;
	if (isFields(snippet)) t.undo(`snippet ${String(snippet.id)}`, async () => (await mutate(t.as(who), "destroySnippet", { id: snippet.id })).answer);
	return response;
};

/** A snippet that must be made: of the scene's project, by the maintainer, unless told otherwise. */
export async function snippetOf(t: Context, input: Fields = {}, who: Who = "maintainer"): Promise<Fields & { readonly number: number }> {
	const response = await createSnippet(t, who, { projectPath: t.scene("project"), ...input });
	t.same("errors", response.record("createSnippet").errors, [], response.answer);
	const snippet = response.record("createSnippet.snippet");
	return { ...snippet, number: numberOf(snippet.id) };
}

/** Changes a snippet; gives the payload's snippet and errors. */
export async function updateSnippet(t: Context, who: Who, input: Fields): Promise<{ snippet: Fields; errors: unknown; response: GraphqlAnswer }> {
	const response = await mutate(t.as(who), "updateSnippet", input, selection);
	return { snippet: response.record("updateSnippet.snippet"), errors: response.record("updateSnippet").errors, response };
}

/** A snippet as its reader finds it; null where it does not show. */
export async function found(t: Context, who: Who | undefined, id: unknown): Promise<Fields | null> {
	const query = `query($ids: [SnippetID!]) { snippets(ids: $ids) { nodes { ${selection.replace(/^snippet \{|\}$/g, "")} } } }`;
	const caller = who ? t.as(who) : t.anonymous;
	const answer = await caller.graphql(query, { ids: [id] });
	const data = answer.is(200).field("data");
	const list = isFields(data) && isFields(data.snippets) && Array.isArray(data.snippets.nodes) ? data.snippets.nodes : [];
	const [snippet] = list.filter(isFields);
	return snippet ?? null;
}
