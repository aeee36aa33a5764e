/**
 * One conversation with a platform that holds the demo, through whatever door: the same requests in the same order, and what
 * was answered. It asks through a plain `fetch` and imports nothing, so that it runs in any runtime as it stands.
 */

/** One request of the conversation. `{name}` in it stands for what an earlier answer was kept as. */
interface Step {
	/** Method and path: below `/api/v4`, or behind `~` below the platform's address. */
	ask: string;
	/** Whose token is sent; null for nobody. Default: the administrator. */
	as?: string | null;
	headers?: { [name: string]: string };
	json?: unknown;
	form?: { [name: string]: string };
	/** Sent as it is; without a content type of its own as bytes. */
	body?: string;
	/** Sent as a form with a file. */
	file?: { field: string; name: string; type: string; bytes: number[]; more?: { [name: string]: string } };
	/** What to keep of the answer, by name: the way to it in the JSON. */
	keep?: { [name: string]: string };
}

/** What was answered. */
export interface Turn {
	ask: string;
	status: number;
	headers: [string, string][];
	/** Text, or bytes as hexadecimal digits. */
	body: string;
}

const web = "/projects/acme%2Fweb";
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const graphql = (query: string, variables?: object): Pick<Step, "ask" | "json"> => ({
	ask: "POST ~/api/graphql",
	json: { query, ...(variables ? { variables } : {}) },
});
const snippet = `mutation Make($input: CreateSnippetInput!) {
	createSnippet(input: $input) { errors snippet { id title webUrl } }
}`;
const alertAddress = "~/acme/web/alerts/notify/monitoring/19a079edcce63f87.json";
const alertKey = { authorization: "Bearer 282e549dbef6efd95a1be6226c016e4a" };

const steps: readonly Step[] = [
	// Who is it.
	{ ask: "GET /user", as: null },
	{ ask: "GET /user" },
	{ ask: "GET /user", as: "developer" },
	{ ask: "GET /user", as: null, headers: { authorization: "Bearer developer-token" } },
	{ ask: "GET /user?private_token=guest-token", as: null },
	{ ask: "GET /user", as: "nobody" },
	{ ask: "GET /user", headers: { sudo: "reporter" } },
	{ ask: "GET /user", as: "developer", headers: { sudo: "reporter" } },
	{ ask: "POST /user/support_pin", as: "developer-read" },

	// Comments: pages, their ends, writing, quick actions, refusals.
	{ ask: `GET ${web}/issues/1/notes?per_page=2`, keep: { note: "0.id" } },
	{ ask: `GET ${web}/issues/1/notes?per_page=50&page=3&sort=asc&order_by=updated_at` },
	{ ask: `GET ${web}/issues/1/notes?per_page=100&page=99` },
	{ ask: `GET ${web}/issues/1/notes?per_page=zero` },
	{ ask: `GET ${web}/issues/1/notes?activity_filter=nonsense` },
	{ ask: `HEAD ${web}/issues/1/notes?per_page=5` },
	{ ask: `GET ${web}/issues/1/notes/{note}` },
	{ ask: `POST ${web}/issues/1/notes`, json: { body: "Grüße 🚀 </script>" }, as: "developer", keep: { made: "id" } },
	{ ask: `POST ${web}/issues/1/notes`, form: { body: "By a form & more", internal: "true" }, keep: { form: "id" } },
	{ ask: `POST ${web}/issues/1/notes`, json: { body: "/close" } },
	{ ask: `POST ${web}/issues/1/notes`, json: {} },
	{ ask: `POST ${web}/issues/1/notes`, body: '{"body":', headers: { "content-type": "application/json" } },
	{ ask: `POST ${web}/issues/1/notes`, body: "<body/>", headers: { "content-type": "application/xml" } },
	{ ask: `POST ${web}/issues/1/notes`, as: null, json: { body: "Nobody" } },
	{ ask: `PUT ${web}/issues/1/notes/{made}`, as: "developer", json: { body: "Changed" } },
	{ ask: `PUT ${web}/issues/1/notes/{made}`, as: "guest", json: { body: "Not mine" } },
	{ ask: `DELETE ${web}/issues/1/notes/{form}` },
	{ ask: `GET ${web}/issues/1/notes/{form}` },
	{ ask: `GET ${web}/issues/99999/notes` },
	{ ask: `GET ${web}/merge_requests/1/notes?per_page=3` },
	{ ask: `GET ${web}/snippets/401/notes` },
	{ ask: "GET /groups/acme/epics/501/notes" },

	// Pipelines.
	{ ask: `GET ${web}/pipelines?per_page=3`, keep: { pipeline: "0.id" } },
	{ ask: `GET ${web}/pipelines?status=failed&per_page=2&order_by=updated_at&sort=asc`, keep: { failed: "0.id" } },
	{ ask: `GET ${web}/pipelines?pagination=keyset&per_page=3&order_by=id` },
	{ ask: `GET ${web}/pipelines?status=nonsense` },
	{ ask: `GET ${web}/pipelines/latest?ref=main` },
	{ ask: `GET ${web}/pipelines/{pipeline}` },
	{ ask: `GET ${web}/pipelines/{pipeline}.json` },
	{ ask: `GET ${web}/pipelines/{pipeline}/variables` },
	{ ask: `GET ${web}/pipelines/{pipeline}/test_report` },
	{ ask: `GET ${web}/pipelines/{pipeline}/test_report_summary` },
	{ ask: `GET ${web}/pipelines/one` },
	{
		ask: `POST ${web}/pipeline`,
		as: "maintainer",
		json: { ref: "main", variables: [{ key: "WHERE", value: "every door" }] },
		keep: { new: "id" },
	},
	{ ask: `POST ${web}/pipeline`, as: "developer", json: { ref: "main" } },
	{ ask: `POST ${web}/pipeline?ref=no-such-branch` },
	{ ask: `PUT ${web}/pipelines/{new}/metadata`, json: { name: "Through every door" } },
	{ ask: `POST ${web}/pipelines/{new}/cancel` },
	{ ask: `POST ${web}/pipelines/{failed}/retry` },
	{ ask: `DELETE ${web}/pipelines/{new}`, as: "developer" },
	{ ask: `DELETE ${web}/pipelines/{new}`, headers: { "if-unmodified-since": "Mon, 05 Jan 2015 09:30:00 GMT" } },
	{ ask: `DELETE ${web}/pipelines/{new}` },

	// Groups and their credentials.
	{ ask: "GET /groups?per_page=2", as: null },
	{ ask: "GET /groups?search=acme&order_by=path&statistics=true" },
	{ ask: "GET /groups/acme" },
	{ ask: "GET /groups/acme?with_projects=false", as: "guest" },
	{ ask: "GET /groups/no-such-group" },
	{ ask: "PUT /groups/acme", json: { description: "Builds shops." } },
	{ ask: "PUT /groups/acme", as: "developer", json: { description: "May not." } },
	{ ask: "GET /groups/acme/projects?per_page=2&simple=true" },
	{ ask: "GET /groups/acme/subgroups" },
	{ ask: "GET /groups/acme/descendant_groups?per_page=1" },
	{ ask: "GET /groups/acme/avatar" },
	{
		ask: "PUT /groups/acme",
		file: {
			field: "avatar",
			name: "größe.png",
			type: "image/png",
			bytes: png,
			more: { description: "With a picture" },
		},
	},
	{ ask: "GET /groups/acme/avatar", as: null },
	{ ask: "GET /groups/acme/manage/personal_access_tokens?per_page=2", as: "owner", keep: { token: "0.id" } },
	{ ask: "POST /groups/acme/manage/personal_access_tokens/{token}/rotate", json: { expires_at: "2026-02-01" } },
	{ ask: "GET /groups/acme/manage/ssh_keys" },
	{ ask: "POST /groups/acme/tokens/revoke", json: { token: "not-a-token" } },

	// Users.
	{ ask: "GET /users?per_page=2&pagination=keyset&order_by=id&sort=asc" },
	{ ask: "GET /users?username=developer", keep: { developer: "0.id" } },
	{ ask: "GET /users/{developer}", as: "guest" },
	{ ask: "GET /users/0" },
	{
		ask: "POST /users",
		json: { username: "newton", name: "Nia Newton", email: "newton@example.com", force_random_password: true },
		keep: { newton: "id" },
	},
	{
		ask: "POST /users",
		json: { username: "newton", name: "Another", email: "newton@example.com", force_random_password: true },
	},
	{ ask: "PUT /users/{newton}", json: { bio: "Falls." } },
	{ ask: "DELETE /users/{newton}" },
	{
		ask: "PUT /user/status",
		as: "developer",
		json: { emoji: "coffee", message: "Away", clear_status_after: "8_hours" },
	},
	{ ask: "GET /users/developer/status", as: null },
	{
		ask: "PUT /user/avatar",
		as: "developer",
		file: { field: "avatar", name: "me.png", type: "image/png", bytes: png },
	},
	{
		ask: "PUT /user/avatar",
		as: "developer",
		file: { field: "avatar", name: "me.exe", type: "text/plain", bytes: [1] },
	},
	{ ask: "POST /user/support_pin", as: "developer" },
	{ ask: "GET /user_counts", as: "developer" },
	{ ask: "GET /user/preferences", as: "developer" },

	// Runners.
	{ ask: "GET /runners/all?per_page=2", keep: { runner: "0.id" } },
	{ ask: "GET /runners/all", as: "developer" },
	{ ask: "GET /runners/{runner}" },
	{ ask: "PUT /runners/{runner}", json: { paused: true, tag_list: ["docker", "linux"] } },
	{ ask: "POST /runners", as: null, form: { token: "instance-registration-token", description: "By a form" } },
	{ ask: "POST /runners", as: null, form: { token: "wrong" } },
	{ ask: "POST /runners/verify", as: null, json: { token: "new-web-runner-token", system_id: "s-1" } },
	{ ask: "DELETE /runners", as: null, json: { token: "new-web-runner-token" } },

	// Release links.
	{ ask: `GET ${web}/releases/v1.0/assets/links` },
	{
		ask: `POST ${web}/releases/v1.0/assets/links`,
		json: { name: "Notes", url: "https://downloads.example.com/notes" },
		keep: { link: "id" },
	},
	{ ask: `POST ${web}/releases/v1.0/assets/links`, json: { name: "Notes", url: "javascript:alert(1)" } },
	{ ask: `DELETE ${web}/releases/v1.0/assets/links/{link}` },

	// GraphQL, on the same state.
	graphql("{ currentUser { id username } metadata { version } }"),
	{ ...graphql("{ currentUser { id } }"), as: null },
	graphql(
		"query One($path: ID!) { project(fullPath: $path) { id fullPath issues(first: 2) { nodes { iid title } } } }",
		{
			path: "acme/web",
		},
	),
	graphql("{ nothing }"),
	graphql("{ currentUser {"),
	{
		...graphql(snippet, {
			input: {
				title: "One",
				visibilityLevel: "public",
				blobActions: [{ action: "create", filePath: "a.md", content: "# A" }],
			},
		}),
		as: "developer",
	},
	{ ask: "GET ~/api/graphql?query=%7BcurrentUser%7Busername%7D%7D", as: "developer" },
	{ ask: "POST ~/api/graphql", json: [{ query: "{ currentUser { username } }" }, { query: "{ nothing }" }] },
	{ ask: "POST ~/api/graphql", body: "query={nothing}", headers: { "content-type": "text/plain" } },

	// Alerts.
	{ ask: `POST ${alertAddress}`, as: null, headers: alertKey, json: { title: "Disk full", severity: "high" } },
	{ ask: `POST ${alertAddress}`, as: null, headers: alertKey, json: [] },
	{ ask: `POST ${alertAddress}`, as: null, json: { title: "No key" } },
	graphql('{ project(fullPath: "acme/web") { alertManagementAlerts(first: 1) { nodes { iid title severity } } } }'),

	// Beside the operations.
	{ ask: "GET /nothing/here" },
	{ ask: "GET ~/api/v3/user" },
	{ ask: "PATCH /groups/acme" },
	{ ask: "OPTIONS /groups/acme" },
	{ ask: "GET /groups/%E0%A4%A" },
	{ ask: "GET /user", headers: { accept: "application/xml" } },
];

/** How the door is opened. */
export interface RawHandler {
	/** The platform's address, without a trailing slash. */
	baseUrl: string;
	fetch: (input: string, init: RequestInit) => Promise<Response>;
}

/** Headers that differ from answer to answer, and those that frame an answer on the wire, which each door does its own way. */
const doorsOwn: ReadonlySet<string> = new Set([
	"x-request-id",
	// It follows from the body, which has each entry point's own address.
	"etag",
	"date",
	"connection",
	"keep-alive",
	"content-length",
	"transfer-encoding",
]);

const at = (value: unknown, path: string): unknown =>
	path
		.split(".")
		.reduce<unknown>(
			(inner, name) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, name) : undefined),
			value,
		);

function sent(step: Step): { headers: { [name: string]: string }; body: BodyInit | null } {
	const headers = { ...(step.as === null ? {} : { "private-token": `${step.as ?? "root"}-token` }), ...step.headers };
	if (step.json !== undefined)
		return { headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(step.json) };
	if (step.form) return { headers, body: new URLSearchParams(step.form) };
	if (step.body !== undefined) return { headers, body: new TextEncoder().encode(step.body) };
	if (!step.file) return { headers, body: null };
	const { field, name, type, bytes, more = {} } = step.file;
	const form = new FormData();
	for (const [key, value] of Object.entries(more)) form.set(key, value);
	form.set(field, new Blob([Uint8Array.from(bytes)], { type }), name);
	return { headers, body: form };
}

/** Says the whole of it through a door, and gives what was answered, the door's own address as `https://platform.example.com`. */
export async function converse({ baseUrl, fetch }: RawHandler): Promise<Turn[]> {
	const { hostname } = new URL(baseUrl);
	const neutral = (text: string): string =>
		text.replaceAll(baseUrl, "https://platform.example.com").replaceAll(`git@${hostname}`, "git@platform.example.com");
	const kept = new Map<string, string>();
	const turns: Turn[] = [];
	for (const step of steps) {
		const [method = "", template = ""] = step.ask.split(" ");
		const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
			const value = kept.get(name);
			if (value === undefined) throw new Error(`${step.ask}: nothing was kept as ${name}`);
			return value;
		});
		const address = path.startsWith("~") ? baseUrl + path.slice(1) : `${baseUrl}/api/v4${path}`;
		const answer = await fetch(address, { method, ...sent(step) });
		const bytes = new Uint8Array(await answer.arrayBuffer());
		const isText = !/^image\//.test(answer.headers.get("content-type") ?? "");
		const text = new TextDecoder().decode(bytes);
		for (const [name, place] of Object.entries(step.keep ?? {})) {
			const value = at(JSON.parse(text), place);
			if (value === undefined) throw new Error(`${step.ask}: there is no ${place} in ${answer.status} ${text}`);
			kept.set(name, String(value));
		}
		turns.push({
			ask: step.ask,
			status: answer.status,
			headers: [...answer.headers]
				.filter(([name]) => !doorsOwn.has(name))
				.map(([name, value]): [string, string] => [name, neutral(value)])
				.sort(([a], [b]) => (a < b ? -1 : 1)),
			body: isText ? neutral(text) : Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(""),
		});
	}
	return turns;
}
