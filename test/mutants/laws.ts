import type { OperationId } from "@tenon/contract";
import { changesFields, changesHeader, changesParameter, ignores, lists, records, responses, withBody } from "./breaks";
import { type Break, type Mutant, mutant, type Operation } from "./mutant";

/** Returns a fault with the laws of its operation that must notice it, or patterns of checks such as `id:rules/…`. */
const faulty = (name: string, operations: Operation | readonly Operation[], law: string, broken: Break): Mutant => ({
	...mutant(name, operations, broken),
	checks: law.split(" ").map((one) => (one.includes(":") ? one : `id:laws/${String(operations)}/${one}`)),
});

const has = (request: Request, ...names: readonly string[]): boolean => {
	const { searchParams } = new URL(request.url);
	return names.every((name) => searchParams.has(name) || searchParams.has(`${name}[]`));
};

/** Ignores a parameter if another one is also present. */
const ignoresBeside =
	(name: string, other: string): Break =>
	async (request, pass, platform) =>
		has(request, name, other) ? await ignores(name)(request, pass, platform) : await pass(request);

/** Removes a parameter from links. */
const linksWithout = (name: string): Break =>
	changesHeader("link", (value) => value?.replace(new RegExp(`([?&])${name}(%5B%5D)?=[^&>]*&?`, "g"), "$1") ?? null);

/** Makes the total one too high on some pages. */
const totalOff =
	(isMeant: (headers: Headers, request: Request) => boolean): Break =>
	async (request, pass) => {
		const response = await pass(request);
		const total = response.headers.get("x-total");
		if (total === null || !isMeant(response.headers, request)) return response;
		const headers = new Headers(response.headers);
		headers.set("x-total", String(Number(total) + 1));
		return new Response(await response.arrayBuffer(), { status: response.status, headers });
	};

/** Removes the last record of full pages. */
const shortFullPages = lists((items, request) =>
	items.length > 1 && String(items.length) === new URL(request.url).searchParams.get("per_page")
		? items.slice(0, -1)
		: items,
);

/** Adds a field to requests that change another one. */
const also = (field: string, other: string, value: unknown): Break =>
	changesFields((body) =>
		Object.hasOwn(body, field) && !Object.hasOwn(body, other) ? { ...body, [other]: value } : body,
	);

/** Ignores a field of the body if it has a certain value. */
const drops = (field: string, value: unknown): Break =>
	changesFields((body) =>
		body[field] === value ? Object.fromEntries(Object.entries(body).filter(([name]) => name !== field)) : body,
	);

/** Accepts old tokens at one entry point, after the operations that revoke them. */
function survivesAt(isEntry: (request: Request) => boolean): Break {
	const users = new Map<string, string>();
	return async (request, pass, platform) => {
		const token = tokenOf(request);
		const response = await pass(request.clone());
		if (token !== undefined && response.ok && !users.has(token)) {
			const row = platform.state.tokens.one("text", token);
			const user = row && platform.state.users.get(row.user_id);
			if (user) users.set(token, user.username);
		}
		if (response.status !== 401 || token === undefined || !users.has(token) || !isEntry(request)) return response;
		const url = new URL(request.url);
		url.searchParams.delete("private_token");
		url.searchParams.delete("access_token");
		const headers = new Headers(request.headers);
		headers.delete("authorization");
		headers.set("private-token", "root-token");
		headers.set("sudo", users.get(token) ?? "");
		const body = request.method === "GET" ? null : await request.clone().text();
		return await pass(new Request(url, { method: request.method, headers, body }));
	};
}

const tokenOf = (request: Request): string | undefined => {
	const { searchParams } = new URL(request.url);
	return (
		request.headers.get("private-token") ??
		request.headers.get("authorization")?.replace("Bearer ", "") ??
		searchParams.get("private_token") ??
		searchParams.get("access_token") ??
		undefined
	);
};

const isGraphql = (request: Request): boolean => new URL(request.url).pathname.startsWith("/api/graphql");

/** Finds records below a wrong parent, by looking them up below the right one. */
const byNumberAlone =
	(right: (url: string) => string): Break =>
	async (request, pass) => {
		const response = await pass(request.clone());
		if (response.status !== 404) return response;
		const body = ["GET", "HEAD", "DELETE"].includes(request.method) ? null : await request.text();
		return await pass(new Request(right(request.url), { method: request.method, headers: request.headers, body }));
	};

/** Shows strangers what the owner sees if a request has these parameters. */
const leaks =
	(...names: readonly string[]): Break =>
	async (request, pass) => {
		const token = request.headers.get("private-token");
		if ((token !== null && token !== "outsider-token") || !has(request, ...names)) return await pass(request);
		const headers = new Headers(request.headers);
		headers.set("private-token", "owner-token");
		return await pass(new Request(request.url, { headers }));
	};

/** Rewrites the values of query parameters whose name matches a pattern. */
const rereads =
	(pattern: RegExp, change: (value: string) => string): Break =>
	async (request, pass) => {
		const url = new URL(request.url);
		for (const [name, value] of [...url.searchParams])
			if (pattern.test(name)) url.searchParams.set(name, change(value));
		return await pass(new Request(url, request));
	};

/** Changes the GraphQL response if the query contains a text. */
const graphql =
	(text: string, change: (value: { data?: Record<string, unknown> }) => unknown): Break =>
	async (request, pass) => {
		const query = await request.clone().text();
		const response = await pass(request);
		if (!query.includes(text) || !response.ok) return response;
		return withBody(response, change(JSON.parse(await response.text())));
	};

const deep = (value: unknown, name: string, change: (value: unknown) => unknown): unknown =>
	Array.isArray(value)
		? value.map((one) => deep(one, name, change))
		: typeof value === "object" && value !== null
			? Object.fromEntries(
					Object.entries(value).map(([key, one]) => [key, key === name ? change(one) : deep(one, name, change)]),
				)
			: value;

const pairs: readonly (readonly [OperationId, string, string])[] = [
	["listPipelines", "status", "ref"],
	["listPipelines", "source", "created_after"],
	["listPipelines", "username", "status"],
	["listUsers", "active", "humans"],
	["listUsers", "created_after", "active"],
	["listUsers", "search", "external"],
	["listUsers", "skip_ldap", "search"],
	["listRunnerJobs", "status", "system_id"],
	["listGroupSshKeys", "expires_after", "expires_before"],
	["listAllRunners", "paused", "type"],
	["listGroups", "visibility", "top_level_only"],
	["listGroupProjects", "visibility", "archived"],
	["listGroupPersonalAccessTokens", "revoked", "search"],
	["listGroupResourceAccessTokens", "state", "created_before"],
	["listRunners", "tag_list", "paused"],
];

const web = "/projects/acme%2Fweb/";

/** Faults of the kinds that the laws look for, each in one place and on one occasion. */
export const lawMutants: readonly Mutant[] = [
	...pairs.map(([operation, name, other]) =>
		faulty(`${name} is ignored beside ${other}`, operation, "filters", ignoresBeside(name, other)),
	),
	faulty(
		"a filter is lost after the first page by cursor",
		"listUsers",
		"keyset-filters",
		ignoresBeside("active", "cursor"),
	),
	faulty(
		"a bound takes in the whole day",
		"listGroupSshKeys",
		"filters",
		changesParameter("created_before", (value) => value && `${value.slice(0, 10)}T23:59:59.999Z`),
	),
	faulty("sort is ignored beside a filter", "listPipelines", "order-*", ignoresBeside("sort", "status")),
	faulty("links drop the filter", "listPipelines", "links", linksWithout("status")),
	faulty("links drop the search", "listUsers", "links", linksWithout("search")),
	faulty("links drop sudo", "listGroups", "links", linksWithout("sudo")),
	faulty("cursor links drop the filter", "listUsers", "keyset-*", linksWithout("humans")),
	faulty(
		"the total is one too high on the last page",
		"listGroupProjects",
		"links",
		totalOff((headers) => headers.get("x-next-page") === ""),
	),
	faulty(
		"the total does not count a filter",
		"listAllRunners",
		"links",
		totalOff((_, request) => has(request, "type")),
	),
	faulty("a full page lacks its last record", "listReleaseLinks", "*", shortFullPages),
	faulty("a change of the description unlocks", "updateRunner", "partial", also("description", "locked", false)),
	faulty(
		"a change of the note resets the timeout",
		"updateRunner",
		"partial",
		also("maintenance_note", "maximum_timeout", null),
	),
	faulty("a change of the name makes a group public", "updateGroup", "partial", also("name", "visibility", "public")),
	faulty("a change of the location clears the bio", "updateUser", "partial", also("location", "bio", "")),
	faulty(
		"a change of the emoji clears the message",
		"updateCurrentUserStatus",
		"partial",
		also("emoji", "message", null),
	),
	faulty(
		"false has no effect",
		"updateUserPreferences",
		"*",
		changesFields((body) => ({
			...body,
			...(body.show_whitespace_in_diffs === false && { show_whitespace_in_diffs: true }),
		})),
	),
	faulty("unpausing has no effect", "updateRunner", "partial booleans", drops("paused", false)),
	faulty(
		"what a read returns is refused",
		"updateRunner",
		"round-trip",
		changesFields((body) => (Object.keys(body).length > 5 ? { ...body, access_level: "x" } : body)),
	),
	faulty(
		"dead tokens work at GraphQL",
		["rotateGroupPersonalAccessToken", "getCurrentUser", "executeGraphql"],
		"id:laws/rotateGroup*/dead",
		survivesAt(isGraphql),
	),
	faulty(
		"dead tokens work as a query parameter",
		"getCurrentUser",
		"id:laws/deleteGroup*Token/dead",
		survivesAt((request) => has(request, "private_token")),
	),
	faulty(
		"dead tokens work as a bearer",
		"getCurrentUser",
		"id:laws/revokeGroupToken/dead*",
		survivesAt((request) => request.headers.has("authorization")),
	),
	faulty(
		"the list of tokens shows a secret",
		"listGroupPersonalAccessTokens",
		"id:laws/rotateGroupPersonalAccessToken/dead",
		async (request, pass, platform) =>
			await records((token) => ({ ...token, description: platform.state.tokens.get(Number(token.id))?.text ?? null }))(
				request,
				pass,
				platform,
			),
	),
	faulty(
		"a note is found on another issue",
		"getIssueNote",
		"parent",
		byNumberAlone((url) => url.replace(/issues\/\d+/, "issues/1")),
	),
	faulty(
		"a note is deleted over another issue",
		"deleteIssueNote",
		"parent",
		byNumberAlone((url) => url.replace(/issues\/\d+/, "issues/1")),
	),
	faulty(
		"a pipeline is found in another project",
		"getPipeline",
		"parent",
		byNumberAlone((url) => url.replace(/\/projects\/[^/]+\//, web)),
	),
	faulty(
		"a link is found in another release",
		"getReleaseLink",
		"parent",
		byNumberAlone((url) => url.replace(/releases\/[^/]+/, "releases/v1.0")),
	),
	faulty("another direction is the default in one order", "listGroups", "defaults", async (request, pass) => {
		const url = new URL(request.url);
		if (url.searchParams.get("order_by") !== "path" || url.searchParams.has("sort")) return await pass(request);
		url.searchParams.set("sort", "desc");
		return await pass(new Request(url, request));
	}),
	faulty("a text that no record has gives all records", "listRunnerJobs", "filters", ignores("system_id")),
	faulty("a key with one character more is accepted", "sendAlert", "near-key", async (request, pass) => {
		const headers = new Headers(request.headers);
		headers.set("authorization", (headers.get("authorization") ?? "").replace(/^(Bearer [0-9a-f]{32})x$/, "$1"));
		return await pass(new Request(request, { headers }));
	}),
	faulty("a filter shows strangers what is hidden otherwise", "executeGraphql", "id:GQL-160", async (request, pass) => {
		const isMeant = (await request.clone().text()).includes("visibility: private");
		const headers = new Headers(request.headers);
		if (isMeant) headers.set("authorization", "Bearer root-token");
		return await pass(new Request(request, { headers }));
	}),
	faulty("private projects show by search", "listGroupProjects", "hidden", leaks("search")),
	faulty("private projects show by order", "listGroupProjects", "hidden", leaks("order_by")),
	faulty("private projects show on small pages", "listGroupProjects", "hidden", leaks("per_page", "visibility")),
	faulty(
		"times with an offset are read as UTC",
		"listUsers",
		"time-zones",
		rereads(/_(after|before)$/, (value) => value.replace(/[+-]\d\d:\d\d$/, "Z")),
	),
	faulty(
		"times without a fraction lose their time",
		"listPipelines",
		"times",
		rereads(/_(after|before)$/, (value) => (value.includes(".") ? value : value.slice(0, 10))),
	),
	faulty(
		"yes is read as no",
		"listUsers",
		"booleans",
		rereads(/./, (value) => (value === "yes" ? "false" : value)),
	),
	faulty(
		"paused and active fall apart in the list of a project",
		"listProjectRunners",
		"aliases",
		records((runner) => ({ ...runner, active: runner.paused })),
	),
	faulty(
		"emails_disabled follows nothing",
		"listSubgroups",
		"aliases",
		records((group) => ({ ...group, emails_disabled: true })),
	),
	faulty(
		"an error empties the data",
		"executeGraphql",
		"neighbour-*",
		graphql("bad:", (value) => ({ ...value, data: null })),
	),
	faulty(
		"a page says that there is more",
		"executeGraphql",
		"connection-*",
		graphql("hasNextPage", (value) => deep(value, "hasNextPage", () => true)),
	),
	faulty("a page from the end begins at the beginning", "executeGraphql", "connection-*", async (request, pass) => {
		const text = (await request.clone().text()).replace(/last: /g, "first: ");
		return await pass(new Request(request.url, { method: request.method, headers: request.headers, body: text }));
	}),
	faulty(
		"a start is read without its offset",
		"sendAlert",
		"fields-generic-stated",
		changesFields((body) => ({
			...body,
			...(typeof body.start_time === "string" && { start_time: body.start_time.replace(/[+-]\d\d:\d\d$/, "Z") }),
		})),
	),
	faulty(
		"fingerprints ignore capitals",
		"sendAlert",
		"near-miss-generic",
		changesFields((body) => ({
			...body,
			...(typeof body.fingerprint === "string" && { fingerprint: body.fingerprint.toLowerCase() }),
		})),
	),
	faulty(
		"only the first host counts",
		"sendAlert",
		"fields-generic-stated",
		changesFields((body) => ({ ...body, ...(Array.isArray(body.hosts) && { hosts: body.hosts.slice(0, 1) }) })),
	),
	faulty("a life ends in the list only", "getUser", "id:laws/createUser/life", async (request, pass) => {
		const response = await pass(request);
		return response.status === 404 ? withBody(response, { id: 1, username: "ghost" }, 200) : response;
	}),
	faulty("a pipeline is found by its iid", "getPipeline", "parent", async (request, pass, platform) => {
		const response = await pass(request.clone());
		const iid = Number(/\/pipelines\/(\d+)/.exec(request.url)?.[1]);
		const web = platform.state.project("acme/web");
		const pipeline = web && platform.state.pipelines.in("project", web.id).find((one) => one.iid === iid);
		if (response.status !== 404 || !pipeline || !request.url.includes("acme%2Fweb")) return response;
		return await pass(new Request(request.url.replace(/\d+$/, String(pipeline.id)), request));
	}),
	faulty("bots are listed all the same upwards", "listUsers", "order-*", async (request, pass, platform) =>
		new URL(request.url).searchParams.get("sort") === "asc"
			? await ignores("without_project_bots")(request, pass, platform)
			: await pass(request),
	),
	faulty("page is refused for one record", "getPipeline", "id:boundaries/getPipeline/plain", async (request, pass) =>
		has(request, "page") ? Response.json({ error: "page is invalid" }, { status: 400 }) : await pass(request),
	),
	faulty("created_after is ignored", "listGroupSamlUsers", "filters", ignores("created_after")),
	faulty(
		"a list forgets the number of the issue",
		"listIssueNotes",
		"id:laws/createIssueNote/life",
		records((note) => ({ ...note, noteable_iid: null })),
	),
	faulty(
		"tags are ignored at registration",
		"registerRunner",
		"stored",
		changesFields(({ tag_list: _, ...body }) => body),
	),
	faulty(
		"the note is ignored for a new user",
		"createUser",
		"stored",
		changesFields(({ note: _, ...body }) => body),
	),
	faulty(
		"pronouns are ignored in a change",
		"updateUser",
		"partial",
		changesFields(({ pronouns: _, ...body }) => body),
	),
	faulty(
		"an end resolves the alert of its title",
		"sendAlert",
		"near-miss-generic",
		changesFields((body) => (body.end_time && body.title ? { ...body, fingerprint: body.title } : body)),
	),
	faulty(
		"groups come in another order with a search",
		"listGroups",
		"filters",
		responses((value, request) => (Array.isArray(value) && has(request, "search") ? value.toReversed() : value)),
	),
];
