import { nobody } from "../../generators/least-params";
import { assumed, rule } from "../../rule/rule";

const notFound = { error: "404 Not Found" };
const operations = ["getCurrentUser"] as const;

/** Which addresses lead to what, and how else they may be written. */
export const routing = [
	rule(
		"CONV-002",
		"A REST request under `{base_url}/api/v4` reaches the API; the same path without the /api/v4 prefix is not served as that endpoint.",
		operations,
		async (t) => {
			const caller = t.as("developer");
			(await caller.send("GET", "/api/v4/user")).is(200).has({ id: t.user("developer").id });
			const bare = await caller.send("GET", "/user");
			t.holds("the path without /api/v4 should not be the endpoint", bare.status !== 200 || !bare.text.includes('"id":'), bare);
		},
	),
	assumed("CONV-006, ERR-058", 'An unknown path below /api/v4 → 404 with body {"error":"404 Not Found"}.', [], async (t) => {
		(await t.as("developer").send("GET", "/api/v4/no/such/thing")).refuses(404, notFound);
	}),
	assumed(
		"CONV-007, ERR-060",
		'A known path with a method it does not define → 405 with body {"error":"405 Not Allowed"} and an `Allow` header listing the defined methods.',
		[],
		async (t) => {
			const answer = await t.as("developer").send("POST", "/api/v4/user");
			answer.refuses(405, { error: "405 Not Allowed" });
			t.same("Allow", answer.header("allow"), "GET, HEAD, OPTIONS", answer);
		},
	),
	assumed(
		"CONV-008",
		"HEAD on a GET endpoint answers the GET's status and headers (pagination headers included) with an empty body.",
		["listUsers"],
		async (t) => {
			const path = `/api/v4/users?per_page=2`;
			const [got, head] = [await t.as("owner").send("GET", path), await t.as("owner").send("HEAD", path)];
			t.same("status and body", [head.status, head.text], [got.status, ""], head);
			for (const name of ["x-total", "x-page", "x-per-page", "x-next-page", "link", "content-type"]) t.same(name, head.header(name), got.header(name), head);
		},
	),
	assumed("CONV-009", "Any /api/v3/* request → 410 with a text saying version 3 is no longer supported, use version 4.", [], async (t) => {
		const answer = (await t.as("developer").send("GET", "/api/v3/user")).is(410);
		t.holds("the text should name version 4", /v(ersion )?4/i.test(answer.text), answer);
	}),
	assumed("CONV-010", "A trailing slash or a `.json` suffix on a REST path reaches the same endpoint as the bare path.", operations, async (t) => {
		const bare = (await t.as("developer").send("GET", "/api/v4/user")).is(200).json;
		for (const path of ["/api/v4/user/", "/api/v4/user.json"]) t.same(path, (await t.as("developer").send("GET", path)).is(200).json, bare);
	}),
	assumed(
		"CONV-011",
		"REST JSON responses carry `Content-Type: application/json`; 204 responses carry no body and no content type.",
		["getCurrentUser", "deleteUser"],
		async (t) => {
			const answer = (await t.as("developer").call("getCurrentUser")).is(200);
			t.same("content-type", answer.header("content-type")?.split(";")[0], "application/json", answer);
			const id = (await t.given.user()).number("id");
			const gone = (await t.as("administrator").call("deleteUser", { id })).is(204);
			t.same("body and content type of a 204", [gone.text, gone.header("content-type")], ["", null], gone);
		},
		{ effect: "writes" },
	),
	assumed(
		"CONV-012",
		"Every REST and GraphQL response carries an `X-Request-Id` header; two requests get different values.",
		["getCurrentUser", "executeGraphql"],
		async (t) => {
			const ids = [];
			for (const answer of [
				await t.as("developer").call("getCurrentUser"),
				await t.as("developer").call("getCurrentUser"),
				await t.as("developer").graphql("{ __typename }"),
				await t.anonymous.send("GET", "/api/v4/no-such"),
			]) {
				t.holds("every answer should carry X-Request-Id", !!answer.header("x-request-id"), answer);
				ids.push(answer.header("x-request-id"));
			}
			t.same("the number of different ids", new Set(ids).size, ids.length);
		},
	),
	assumed(
		"CONV-013",
		"A cross-origin preflight (OPTIONS with Origin and Access-Control-Request-Method) on /api/* is accepted, and answers expose Link, X-Total, X-Total-Pages, X-Per-Page, X-Page, X-Next-Page, X-Prev-Page, X-Request-Id.",
		[],
		async (t) => {
			const headers = {
				origin: "https://elsewhere.example.com",
				"access-control-request-method": "GET",
				"access-control-request-headers": "private-token",
			};
			const preflight = (await t.anonymous.send("OPTIONS", "/api/v4/users", { headers })).ok;
			t.holds("the origin should be allowed", !!preflight.header("access-control-allow-origin"), preflight);
			const answer = await t.as("developer").with({ origin: headers.origin }).call("listUsers", { per_page: 1 });
			const exposed = (answer.header("access-control-expose-headers") ?? "").toLowerCase();
			for (const name of ["link", "x-total", "x-total-pages", "x-per-page", "x-page", "x-next-page", "x-prev-page", "x-request-id"])
				t.holds(`${name} should be exposed`, exposed.includes(name), answer);
		},
	),
	rule(
		"CONV-015",
		"A project addressed by numeric ID and by its URL-encoded full path (`a%2Fb`) gives the same response body.",
		["listPipelines"],
		async (t) => {
			const path = t.scene("project");
			const answer = (await t.as("owner").call("listPipelines", { id: path, per_page: 5 })).is(200);
			const id = answer.items[0]?.project_id ?? t.skip("the project has no pipeline");
			t.same("by number", (await t.as("owner").call("listPipelines", { id, per_page: 5 })).json, answer.json);
		},
	),
	rule(
		"CONV-016",
		"A group addressed by numeric ID and by its URL-encoded full path (`parent%2Fchild`) gives the same response body.",
		["getGroup"],
		async (t) => {
			const byPath = (await t.as("owner").call("getGroup", { id: t.scene("subgroup") })).is(200);
			const byNumber = await t.as("owner").call("getGroup", { id: byPath.number("id") });
			t.same("by number", byNumber.is(200).json, byPath.json, byNumber);
		},
	),
	assumed("CONV-017", 'A full path whose slash is not encoded (/projects/a/b/pipelines) matches no route → 404 {"error":"404 Not Found"}.', [], async (t) => {
		(await t.as("owner").send("GET", `/api/v4/projects/${t.scene("project")}/pipelines`)).refuses(404, notFound);
	}),
	assumed(
		"CONV-018",
		'A project `:id` that is neither digits nor contains a slash (e.g. `foo`) → 404 {"message":"404 Project Not Found"}.',
		["listPipelines"],
		async (t) => {
			const answer = await t.as("owner").call("listPipelines", { id: t.unique("foo") });
			answer.refuses(404, { message: "404 Project Not Found" });
		},
	),
	assumed(
		"CONV-019",
		'A top-level group is found by its bare path (no slash needed); an unknown one → 404 {"message":"404 Group Not Found"}.',
		["getGroup"],
		async (t) => {
			(await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200).has({ full_path: t.scene("group") });
			(await t.as("owner").call("getGroup", { id: t.unique("foo") })).refuses(404, { message: "404 Group Not Found" });
		},
	),
	assumed("CONV-020", "A value made only of digits in `:id` is always taken as a numeric ID, never as a path.", ["getGroup"], async (t) => {
		const id = await t.given.groupId(t.scene("group"));
		(await t.as("owner").call("getGroup", { id: String(id) })).is(200).has({ id });
		(await t.as("owner").call("getGroup", { id: String(nobody) })).is(404);
	}),
	assumed("CONV-021", "Full-path look-up of a project or group is case-insensitive.", ["getGroup", "listPipelines"], async (t) => {
		const id = t.scene("group");
		const { json } = (await t.as("owner").call("getGroup", { id })).is(200);
		t.same("in capitals", (await t.as("owner").call("getGroup", { id: id.toUpperCase() })).is(200).json, json);
		const project = { id: t.scene("project").toUpperCase(), per_page: 1 };
		(await t.as("owner").call("listPipelines", project)).is(200);
	}),
	assumed(
		"CONV-023, ERR-053",
		"`:id` paths that address something the caller may not see answer exactly like an unknown one (404, same body).",
		["getPipeline"],
		async (t) => {
			const outsider = t.as("outsider");
			const ask = async (id: string) => await outsider.call("getPipeline", { id, pipeline_id: nobody });
			const hidden = await ask(t.scene("private_project"));
			hidden.refuses(404, (await ask(`${t.scene("group")}/${t.unique("none")}`)).refuses(404).json);
			hidden.refuses(404, { message: "404 Project Not Found" });
		},
	),
	assumed(
		"CONV-025",
		'A non-integer value for an integer path parameter whose route admits any text (e.g. pipeline_id=abc) → 400 {"error":"pipeline_id is invalid"}.',
		["getPipeline"],
		async (t) => {
			const answer = await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id: "abc" });
			answer.refuses(400, { error: "pipeline_id is invalid" });
		},
	),
	assumed("ERR-059", 'GET /users/abc (not digits) matches no route → 404 {"error":"404 Not Found"}.', "getUser", async (t) => {
		(await t.as("owner").send("GET", "/api/v4/users/abc")).refuses(404, notFound);
	}),
	assumed(
		"CONV-099",
		"Creation and deletion of groups and of issues, snippets, merge requests, epics, projects and wiki pages are not REST operations of the contract; unlisted methods on those paths answer 404 or 405.",
		[],
		async (t) => {
			const [project, group] = [t.scene("project"), t.scene("group")].map(encodeURIComponent);
			for (const [verb, path] of [
				["POST", "/groups"],
				["DELETE", `/groups/${group}`],
				["DELETE", `/projects/${project}`],
				["POST", `/projects/${project}/issues`],
				["POST", `/projects/${project}/merge_requests`],
				["POST", `/projects/${project}/snippets`],
				["POST", `/groups/${group}/epics`],
				["POST", `/projects/${project}/wikis`],
			] as const)
				(await t.as("outsider").send(verb, `/api/v4${path}`, { json: {} })).is(404, 405);
			(await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200);
		},
	),
];
