/** Issues that the public interface can create: incidents of alerts, changed by commands in notes. */
import type { Context } from "../../rule/context";
import { ask } from "../../rule/graphql";
import type { Fields } from "../../rule/response";
import { generic, incidentOf, projectOf, raise } from "../alerts/intake";
import { inner } from "./connections";
import { quoted } from "./lab";

/** Sends commands to an issue in a note of the maintainer, one command per line. */
export const command = async (t: Context, path: string, iid: unknown, body: string): Promise<void> =>
	void (await t.as("maintainer").call("createIssueNote", { id: path, issue_iid: Number(iid), body })).ok;

/** An issue made from an alert, with the alert's iid and the project's path. */
interface Incident {
	readonly id: string;
	readonly iid: number;
	readonly path: string;
	readonly alert: string;
}

/** Creates an incident in the project of the scene's integration and sends it these commands. */
export async function incidentWith(t: Context, commands = "", fields: Fields = {}): Promise<Incident> {
	const path = projectOf(generic(t));
	const alert = await raise(t, generic(t), { title: t.unique("incident"), ...fields });
	const { iid } = await incidentOf(t, generic(t), alert);
	if (commands !== "") await command(t, path, iid, commands);
	const response = await ask(t.as("maintainer"), `{ project(fullPath: ${quoted(path)}) { issue(iid: ${quoted(String(iid))}) { id } } }`);
	return { iid: Number(iid), path, alert, id: String(inner(response.record("project"), "issue", "id")) };
}
