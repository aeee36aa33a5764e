import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";

export const forbidden = { message: "403 Forbidden" };
export const noAccess = { message: "403 Forbidden - No access granted" };
export const notFound = { message: "404 Not found" };
export const unauthorized = { message: "401 Unauthorized" };
export const projectNotFound = { message: "404 Project Not Found" };
export const groupNotFound = { message: "404 Group Not Found" };

/** A number that no record has. */
export const unknownId = 999_999_999;

/** The answer for a token whose scopes do not suffice. */
export const lacksScope = (answer: Answer): Answer => answer.is(403).has({ error: "insufficient_scope" });

/** Whether a runner's token works. */
export async function works(t: Context, token: string): Promise<boolean> {
	return (await t.anonymous.call("verifyRunner", { token, system_id: "conformance" })).is(200, 403).status === 200;
}

/** A project that none of the run's roles but the administrator's and its owner's looks after. */
export async function foreignProject(t: Context): Promise<{ id: number; path: string }> {
	const params = { id: t.scene("private_group"), per_page: 1 };
	const [project] = (await t.as("administrator").call("listGroupProjects", params)).is(200).items;
	if (typeof project?.id !== "number") t.skip("the private group has no project: add one");
	return { id: project.id, path: String(project.path_with_namespace) };
}
