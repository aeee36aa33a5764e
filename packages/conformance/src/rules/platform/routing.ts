import { leastParams, nobody, placeOf } from "../../generators/least-params";
import { restOperations, writing as writes } from "../../generators/rest-operations";
import type { Context } from "../../rule/context";
import { assumed, groupSettings, rule, sharing, writing } from "../../rule/rule";
import { ChangedGroup } from "../groups/changed-group";
import { addressOf, groupNotFound, newProject, noRoute, ofProject, onIssue, projectNotFound } from "./lab";

const isJson = (type: string | null) => /^application\/([\w.-]+\+)?json$/i.test(type?.split(";")[0] ?? "");

/** Paths, methods and headers. */
export const routing = [
	rule("CONV-002", "The REST API is available only under /api/v4.", "getCurrentUser", async (t) => {
		const caller = t.as("developer");
		(await caller.send("GET", "/api/v4/user")).is(200).has({ id: t.user("developer").id });
		for (const prefix of ["", "/api", "/v4", "/api/v5"])
			for (const path of ["/user", "/users", `/groups/${encodeURIComponent(t.scene("group"))}`, ofProject(t, "/pipelines").replace("/api/v4", "")]) {
				const bare = await caller.send("GET", `${prefix}${path}`);
				t.holds(`${prefix}${path} should not be the endpoint`, bare.status !== 200 || !bare.text.includes('"id":'), bare);
			}
	}),
	assumed("CONV-006, ERR-058", "An unknown path under /api/v4 returns 404 to every caller.", [], async (t) => {
		const callers = [t.as("developer"), t.as("administrator"), t.anonymous];
		for (const [at, path] of ["", "/", "/no/such/thing", "/nothing", "/users/1/2/3/4"].entries())
			for (const [turn, method] of ["GET", "POST", "PUT", "PATCH", "DELETE"].entries())
				(await (callers[(at + turn) % callers.length] ?? t.anonymous).send(method, `/api/v4${path}`)).refuses(404, noRoute);
		for (const path of new Set(restOperations.map((row) => addressOf(t, row, undefined, 1))))
			(await t.anonymous.send("GET", `${path}/no/such/thing`)).refuses(404, noRoute);
		for (const path of ["/nothing", "/pipelines/1/nothing"]) (await t.as("owner").send("GET", ofProject(t, path))).refuses(404, noRoute);
	}),
	writing.assumed("CONV-009", "Every request under /api/v3 returns 410 and names version 4.", [], async (t) => {
		for (const [method, path] of [
			["GET", "/user"],
			["POST", "/nothing"],
			["GET", ""],
		] as const) {
			const response = (await t.as("developer").send(method, `/api/v3${path}`)).is(410);
			t.holds("the body should name version 4", /v(ersion )?4/i.test(response.text), response);
		}
	}),
	sharing({ id: "CONV-010/write" }).assumed("CONV-010", "A write is accepted on a path with the suffix .json.", "createIssueNote", async (t) => {
		const body = t.unique("note");
		const note = (await t.as("developer").send("POST", ofProject(t, `/issues/${t.scene("issue_iid")}/notes.json`), { json: { body } })).ok.has({ body });
		const note_id = note.number("id");
		t.undo("the note", () => t.as("owner").call("deleteIssueNote", { ...onIssue(t), note_id }));
	}),
	rule(
		"CONV-011, CONV-050",
		"Successful and refused responses have a JSON content type. A 204 has no body and no content type.",
		["getCurrentUser", "listUsers", "listRunners", "listGroups", "getPipelineTestReport", "deletePipeline"],
		async (t) => {
			const at = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
			const owner = t.as("owner");
			for (const operation of ["getCurrentUser", "listUsers", "listRunners", "listGroups", "getPipelineTestReport"] as const) {
				const response = await owner.call(operation, operation === "getPipelineTestReport" ? at : {});
				// A pipeline without test reports may return 404.
				if (operation !== "getPipelineTestReport" || response.status !== 404) response.ok;
				const type = response.header("content-type");
				t.holds("the content type should be JSON", isJson(type), response);
				t.assume("it should be application/json", type?.toLowerCase().startsWith("application/json") === true, response);
			}
			const gone = (await owner.call("deletePipeline", at)).is(204);
			t.assume("a 204 should have neither a body nor a content type", gone.text === "" && gone.header("content-type") === null, gone);
			const refused = await owner.call("deletePipeline", at);
			t.assume("the content type of a refusal should be JSON", isJson(refused.header("content-type")), refused);
		},
	),
	writing.assumed("CONV-012", "Every response has a unique X-Request-Id.", ["getCurrentUser", "deletePipeline", "executeGraphql"], async (t) => {
		const ids = new Set<string>();
		const pipeline = { id: t.scene("project"), pipeline_id: (await t.given.pipeline()).number("id") };
		const known = (await t.as("owner").call("getPipeline", pipeline)).header("etag") ?? "";
		const responses = [
			await t.as("owner").with({ "If-None-Match": known }).call("getPipeline", pipeline),
			await t.as("owner").call("deletePipeline", pipeline),
			await t.as("owner").call("deletePipeline", pipeline),
			await t.anonymous.send("OPTIONS", "/api/v4/user"),
			await t.as("owner").send("HEAD", "/api/v4/user"),
			await t.as("developer").call("getCurrentUser"),
			await t.as("developer").call("getCurrentUser"),
			await t.as("developer").graphql("{ __typename }"),
			await t.anonymous.graphql("{ __typename }"),
			await t.anonymous.send("GET", "/api/v4/no-such"),
			await t.anonymous.send("PATCH", "/api/v4/user"),
			await t.anonymous.call("getCurrentUser"),
			await t.anonymous.send("GET", "/api/v3/user"),
		];
		for (const response of responses) {
			const id = response.header("x-request-id");
			t.holds("every response should have an X-Request-Id", !!id, response);
			ids.add(String(id));
		}
		t.same("the number of different ids", ids.size, responses.length);
	}),
	assumed("CONV-013", "Cross-origin requests are allowed and can read the pagination headers.", ["listUsers", "executeGraphql"], async (t) => {
		const origin = "https://elsewhere.example.com";
		const exposed = ["link", "x-total", "x-total-pages", "x-per-page", "x-page", "x-next-page", "x-prev-page", "x-request-id"];
		for (const [path, methods] of [
			["/api/v4/users", ["GET", "POST"]],
			[ofProject(t, "/pipeline"), ["POST"]],
			[`/api/v4/users/${nobody}`, ["PUT", "DELETE"]],
			["/api/graphql", ["GET", "POST"]],
		] as const)
			for (const method of methods)
				for (const header of ["private-token", "authorization", "content-type"]) {
					const asks = { origin, "access-control-request-method": method, "access-control-request-headers": header };
					const preflight = (await t.anonymous.send("OPTIONS", path, { headers: asks })).ok;
					const [from, verbs, names] = ["origin", "methods", "headers"].map((name) => preflight.header(`access-control-allow-${name}`) ?? "");
					t.holds("the origin should be allowed", from === "*" || from === origin, preflight);
					t.holds(`${method} should be allowed`, verbs === "*" || verbs?.split(/,\s*/).includes(method) === true, preflight);
					t.holds(`${header} should be allowed`, names === "*" || names?.toLowerCase().split(/,\s*/).includes(header) === true, preflight);
				}
		const developer = t.as("developer").with({ origin });
		for (const response of [
			...(await Promise.all(["/api/v4/users", `/api/v4/users/${nobody}`, "/api/v4/nothing"].map((path) => developer.send("GET", path)))),
			await developer.graphql("{ __typename }"),
		]) {
			t.holds("the origin should be allowed", ["*", origin].includes(response.header("access-control-allow-origin") ?? ""), response);
			const names = (response.header("access-control-expose-headers") ?? "").toLowerCase().split(/,\s*/);
			const hidden = exposed.filter((name) => !names.includes(name));
			t.same("headers that are not exposed", hidden, [], response);
		}
	}),
	writing.assumed("CONV-099", "REST cannot create or delete groups, projects, issues, snippets, merge requests, epics or wiki pages.", [], async (t) => {
		const [project, group] = [ofProject(t), `/api/v4/groups/${encodeURIComponent(t.scene("group"))}`];
		const owner = t.as("owner");
		for (const [verb, path] of [
			["POST", "/api/v4/groups"],
			["DELETE", group],
			["POST", "/api/v4/projects"],
			["DELETE", project],
			...["issues", "merge_requests", "snippets", "wikis", "wiki_pages"].flatMap((one) => [
				["POST", `${project}/${one}`],
				["DELETE", `${project}/${one}/${nobody}`],
			]),
			["POST", `${group}/epics`],
			["DELETE", `${group}/epics/${nobody}`],
		])
			for (const caller of [t.as("outsider"), ...(t.given.hasControl ? [t.as("administrator")] : [])])
				(await caller.send(String(verb), String(path), { json: { name: "x", path: "x", title: "x" } })).is(404, 405);
		(await owner.call("getGroup", { id: t.scene("group") })).ok;
		(await owner.call("listPipelines", { id: t.scene("project") })).ok;
	}),
];

const writesOfProjects = writes.filter((row) => placeOf(row) === "project");

/** A project that had another path: a private one of the rule's own, or one below a group whose path the rule changes. */
async function movedProject(t: Context): Promise<{ readonly id: unknown; readonly former: string }> {
	if (t.given.hasControl) {
		const former = t.unique("old/place");
		return { id: (await newProject(t, { former_paths: [former], visibility: "private" })).id, former };
	}
	const group = await ChangedGroup.of(t, "subgroup");
	const [project] = (await t.as("owner").list("listGroupProjects", { id: group.id, include_subgroups: true, with_shared: false })).is(200).items;
	if (!project) return t.skip("no project lies below the scene's subgroup");
	// Twice, because the first of two former paths must redirect too.
	for (const _ of [1, 2]) await group.change({ path: t.unique("moved") });
	return { id: project.id, former: String(project.path_with_namespace) };
}

/** How projects and groups are addressed. */
export const addresses = [
	assumed("CONV-017", "A full path whose slashes are not URL-encoded returns 404.", ["getGroup", "listSubgroups", "listPipelines"], async (t) => {
		for (const path of [`projects/${t.scene("project")}/pipelines`, `groups/${t.scene("subgroup")}`, `groups/${t.scene("subgroup")}/subgroups`])
			(await t.as("owner").send("GET", `/api/v4/${path}`)).refuses(404, noRoute);
	}),
	assumed("CONV-018", "A project id that is neither a number nor a full path returns 404.", ["listPipelines"], async (t) => {
		const [group = "", project = ""] = t.scene("project").split("/");
		const number = await t.given.projectId(t.scene("project"));
		for (const id of [t.unique("foo"), group, project, "constructor", " ", `${number}x`, `${number}.0`])
			(await t.as("owner").call("listPipelines", { id })).refuses(404, projectNotFound);
	}),
	assumed("CONV-019", "A top-level group is found by its path; an unknown or incomplete path returns 404.", ["getGroup"], async (t) => {
		(await t.as("owner").call("getGroup", { id: t.scene("group") })).is(200).has({ full_path: t.scene("group") });
		const bare = t.scene("subgroup").split("/").at(-1);
		for (const id of [t.unique("foo"), bare, `${t.scene("group")}/${t.unique("foo")}`])
			(await t.as("owner").call("getGroup", { id })).refuses(404, groupNotFound);
	}),
	assumed(
		"CONV-022",
		"A former path of a project returns a redirect for GET and 405 for writes. Users who cannot see the project get 404.",
		["listPipelines", ...writesOfProjects.map(({ id }) => id)],
		async (t) => {
			const owner = t.as("owner");
			const { id, former } = await movedProject(t);
			for (const [spelling, query] of [
				[former, ""],
				[former.toUpperCase(), "?status=success&page=2"],
			] as const) {
				const moved = (await owner.send("GET", `/api/v4/projects/${encodeURIComponent(spelling)}/pipelines${query}`)).is(301);
				const { href, pathname, search } = new URL(moved.header("location") ?? "");
				t.same("the path and query of Location", [pathname.slice(pathname.indexOf("/api/v4")), search], [`/api/v4/projects/${id}/pipelines`, query], moved);
				(await owner.send("GET", href)).is(200);
			}
			for (const row of writesOfProjects)
				(await owner.call(row, { ...leastParams(row, t), id: former })).refuses(405, { message: "Non GET methods are not allowed for moved projects" });
			if (!t.given.hasControl) return;
			const stranger = (await t.as("outsider").call("listPipelines", { id: former })).refuses(404, projectNotFound);
			t.same("Location for a user who cannot see the project", stranger.header("location"), null, stranger);
		},
		{ alone: groupSettings },
	),
];
