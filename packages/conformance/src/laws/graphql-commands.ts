import type { Context } from "../rule/context";
import { ask, numberOf } from "../rule/graphql";
import type { Fields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { alertOf, generic } from "../rules/alerts/intake";
import { nodesOf } from "../rules/graphql/connections";
import { command, incidentWith } from "../rules/graphql/incident";
import { quoted } from "../rules/graphql/lab";
import { graphqlLaw } from "./graphql-law";
import { allOf } from "./graphql-paths";

/** The fields that a command sets, and the fields that change with them. */
interface Effect {
	readonly changes: Fields;
	readonly followers?: readonly string[];
}

/** Returns the commands to an issue in order, each with its effect. */
const effectsOf = (t: Context): readonly (readonly [commands: string, effect: Effect])[] => {
	const [guest, reporter, title] = [t.user("guest").username, t.user("reporter").username, t.unique("Titled")];
	return [
		[`/title ${title}`, { changes: { title } }],
		["/confidential", { changes: { confidential: true } }],
		["/lock", { changes: { discussionLocked: true } }],
		["/unlock", { changes: { discussionLocked: false } }],
		[`/assign @${guest} @${reporter}`, { changes: { names: [guest, reporter], assignees: { count: 2 } } }],
		[`/unassign @${guest}`, { changes: { names: [reporter], assignees: { count: 1 } } }],
		["/close", { changes: { state: "closed" }, followers: ["closedAt"] }],
		["/reopen", { changes: { state: "opened", closedAt: null } }],
	];
};

/** A command in a note changes only its own fields of the issue. Closing an incident resolves its alert. */
export const graphqlCommands: readonly Rule[] = [
	graphqlLaw(
		"commands",
		"a command in a note changes the issue fields that it is about, and no others",
		"ASSUMED",
		async (t) => {
			const { iid, path, alert } = await incidentWith(t, "", { severity: "medium", description: "Since noon." });
			const selection = `${await allOf(t, "Issue")} names: assignees { nodes { username } }`;
			const read = async (who: "maintainer" | "guest" = "maintainer"): Promise<Fields> => {
				const query = `{ project(fullPath: ${quoted(path)}) { issue(iid: "${iid}") { ${selection} } } }`;
				const issue = (await ask(t.as(who), query)).record("project.issue");
				const names = nodesOf(issue.names).map(({ username }) => username);
				// The server itself adds notes about changes, so that notes and updatedAt are not compared.
				return { ...issue, names, notes: null, updatedAt: null };
			};
			let before = await read();
			const guest = t.user("guest").username;
			const { type, state, severity, confidential, discussionLocked, names, closedAt, userNotesCount } = before;
			t.same(
				"a new incident",
				[type, state, severity, confidential, discussionLocked, names, closedAt, userNotesCount],
				[...["INCIDENT", "opened", "MEDIUM", false, false, [], null, 0]],
			);
			const about = `{ project(fullPath: ${quoted(path)}) { id issue(iid: "${iid}") {
				author { username } projectId description createdAt alertManagementAlerts { nodes { iid createdAt } }
				resolved: alertManagementAlerts(statuses: [RESOLVED]) { nodes { iid } } others: alertManagementAlerts(search: "no such alert") { nodes { iid } } } } }`;
			const project = (await ask(t.as("guest"), about)).record("project");
			const { author, projectId, description, createdAt } = Object(project.issue);
			t.same("author and project", [author, projectId], [{ username: t.user("developer").username }, numberOf(project.id)]);
			t.holds(`the description should contain the alert's description: ${description}`, String(description).includes("Since noon."));
			const { alertManagementAlerts, resolved, others } = Object((await ask(t.as("maintainer"), about)).record("project").issue);
			const [own] = nodesOf(alertManagementAlerts);
			t.same("its alert", [own?.iid, nodesOf(Object(project.issue).alertManagementAlerts), nodesOf(resolved), nodesOf(others)], [alert, [], [], []]);
			const age = Date.parse(String(createdAt)) - Date.parse(String(own?.createdAt));
			t.holds(`the issue (${createdAt}) should be created within a minute after its alert`, age >= 0 && age < 60_000);
			for (const internal of [true, false])
				(await t.as("developer").call("createIssueNote", { id: path, issue_iid: iid, body: t.unique("note"), internal })).ok;
			t.same("the number of notes for a guest", (await read("guest")).userNotesCount, 1);
			before = { ...before, userNotesCount: 2 };
			t.same("the issue with two notes", await read(), before);
			for (const [commands, { changes, followers = [] }] of effectsOf(t)) {
				await command(t, path, iid, commands);
				const after = await read();
				const expected = { ...before, ...changes, ...Object.fromEntries(followers.map((name) => [name, after[name]])) };
				t.same(`the issue after ${commands}`, after, expected);
				const isSeen = (await ask(t.as("guest"), about)).at("project.issue") !== null;
				t.same(`whether a guest sees the issue after ${commands}`, isSeen, expected.confidential !== true || [expected.names].flat().includes(guest));
				for (const name of followers) t.holds(`${name} after ${commands} should be new`, after[name] !== before[name]);
				if (commands === "/close") t.same("the status of its alert", (await alertOf(t, generic(t), alert)).status, "RESOLVED");
				before = after;
			}
		},
		{ effect: "writes", claims: "GQL-197, GQL-198" },
	),
];
