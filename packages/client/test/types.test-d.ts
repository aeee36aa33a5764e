/** Code that users write, and code that must not compile. */

import type { ErrorBody, Pipeline, PipelineVariable } from "@tenon/contract";
import { expectTypeOf, test } from "vitest";
import type * as client from "../src/index";
import { adoptToken, createClient, isApiError, type Page } from "../src/index";
import { connect, createPipeline, getPipeline, listPipelines } from "../src/operations";
import { createRest } from "../src/rest";

const tenon = createClient({ baseUrl: "https://platform.test", auth: { token: async () => "t", as: "bearer" } });

test("SDK-114, LINK-087, NOTE-273 parameters are the contract's: no unknown one, none missing, none of a wrong type", () => {
	void tenon.pipelines.get({ id: "acme/web", pipeline_id: 7 });
	void tenon.pipelines.get({ id: 7, pipeline_id: 7 });
	// @ts-expect-error an unknown parameter
	void tenon.pipelines.get({ id: 7, pipeline_id: 7, pipelineId: 7 });
	// @ts-expect-error a missing parameter
	void tenon.pipelines.get({ id: 7 });
	// @ts-expect-error all parameters missing
	void tenon.pipelines.get();
	// @ts-expect-error a number instead of a string
	void tenon.issueNotes.create({ id: 7, issue_iid: 7, body: 7 });
	// @ts-expect-error a string instead of a number
	void tenon.pipelines.get({ id: 7, pipeline_id: "7" });
	// @ts-expect-error null for a parameter that is not nullable
	void tenon.pipelines.create({ id: 7, ref: null });
});

test("the records that methods return have names", async () => {
	expectTypeOf(await tenon.pipelines.get({ id: 7, pipeline_id: 7 })).toEqualTypeOf<client.Pipeline>();
	for await (const user of tenon.users.list()) expectTypeOf(user).toEqualTypeOf<client.UserListItem>();
	expectTypeOf<client.Pipeline>().toEqualTypeOf<Pipeline>();
	expectTypeOf<client.User["username"]>().toEqualTypeOf<string>();
	// @ts-expect-error types of request bodies are not exported
	type Body = client.CreateIssueNoteBody;
	expectTypeOf<Body>().toBeAny();
});

test("SDK-114, SDK-117 calls without required parameters need no arguments; options come last and have one shape", () => {
	void tenon.users.list();
	void tenon.users.list({});
	void tenon.users.getCurrent({}, { signal: new AbortController().signal, timeout: 5, deadline: 9, retries: 0 });
	void tenon.groups.get({ id: "acme" }, { sudo: "owner", headers: { "x-mark": "1", accept: null } });
	void tenon.groups.get({ id: "acme" }, { sudo: null, timeout: undefined });
	// @ts-expect-error an unknown option
	void tenon.groups.get({ id: "acme" }, { timeOut: 5 });
});

test("SDK-115 a misspelt field of a result is an error", async () => {
	const pipeline = await tenon.pipelines.get({ id: 7, pipeline_id: 7 });
	expectTypeOf(pipeline.ref).toEqualTypeOf<string>();
	// @ts-expect-error misspelt
	pipeline.reference;
	// @ts-expect-error misspelt, in an item of a list
	(await tenon.pipelines.list({ id: 7 })).items[0]?.reference;
	// @ts-expect-error the list can be empty
	(await tenon.pipelines.list({ id: 7 })).items[0].id;
});

test("SDK-116 names stay as they are on the wire; keys of free hashes are free", () => {
	void tenon.pipelines.create({ id: 7, ref: "main", inputs: { myKey: "a", "Other-Key": 1 } });
	void tenon.users.list({ custom_attributes: { myKey: "a" } });
	// @ts-expect-error names are not in camel case
	void tenon.issueNotes.list({ id: 7, issueIid: 7 });
});

test("SDK-119, PIPE-252, CRED-235, GROUP-737 enums of parameters are closed, those of responses open", async () => {
	void tenon.pipelines.list({ id: 7, status: "failed", scope: "branches", order_by: "updated_at", sort: "asc" });
	// @ts-expect-error no such status
	void tenon.pipelines.list({ id: 7, status: "broken" });
	// @ts-expect-error no such order
	void tenon.pipelines.list({ id: 7, sort: "up" });
	void tenon.groups.listInvitedGroups({ id: 7, relation: ["direct", "inherited"] });
	// @ts-expect-error no such relation
	void tenon.groups.listInvitedGroups({ id: 7, relation: ["other"] });
	// @ts-expect-error no such state
	void tenon.groups.listPersonalAccessTokens({ id: 7, state: "asleep" });
	const { status } = await tenon.pipelines.get({ id: 7, pipeline_id: 7 });
	if (status === "success" || status === "a status of tomorrow") return;
});

test("SDK-120, PIPE-252, CRED-233, CRED-234, USER-729 a Date is taken where the wire takes a time", async () => {
	void tenon.pipelines.list({ id: 7, updated_after: new Date(), updated_before: "2026-01-01T00:00:00Z" });
	void tenon.groups.rotatePersonalAccessToken({ id: 7, token_id: 7, expires_at: new Date() });
	const { created_at } = await tenon.pipelines.get({ id: 7, pipeline_id: 7 });
	expectTypeOf(created_at).toEqualTypeOf<string>();
});

test("SDK-121, PIPE-256, NOTE-277, CRED-232 an operation without a response body returns undefined", async () => {
	expectTypeOf(await tenon.pipelines.delete({ id: 7, pipeline_id: 7 })).toEqualTypeOf<void>();
	expectTypeOf(await tenon.groups.syncLdap({ id: 7 })).toEqualTypeOf<void>();
});

test("SDK-122, NOTE-276 a note can be distinguished from a command's result", async () => {
	const note = await tenon.issueNotes.create({ id: 7, issue_iid: 7, body: "hi" });
	// @ts-expect-error the note can be the result of a command, which has no body
	note.body;
	if ("commands_changes" in note) expectTypeOf(note.summary).toEqualTypeOf<string[]>();
});

test("SDK-123 the response is available with the typed data", async () => {
	const { data, response } = await tenon.groups.get({ id: 7 }).withResponse();
	expectTypeOf(data).toEqualTypeOf<Awaited<ReturnType<typeof tenon.groups.get>>>();
	expectTypeOf(response).toEqualTypeOf<Response>();
	expectTypeOf(await tenon.groups.get({ id: 7 }).asResponse()).toEqualTypeOf<Response>();
});

test("SDK-162, SDK-163 a list is a page when awaited and items when iterated; totals may be missing", async () => {
	const found = tenon.users.list({ active: true });
	const page = await found;
	expectTypeOf(page.total).toEqualTypeOf<number | undefined>();
	expectTypeOf(page.nextCursor).toEqualTypeOf<string | undefined>();
	for await (const user of found) expectTypeOf(user.username).toEqualTypeOf<string>();
	for await (const each of found.pages({ cursor: page.nextCursor, prefetch: 1 }))
		expectTypeOf(each).toEqualTypeOf<typeof page>();
	expectTypeOf(await found.all({ limit: 9 })).toEqualTypeOf<(typeof page.items)[number][]>();
	expectTypeOf(page).toExtend<Page<{ id: number }>>();
	// @ts-expect-error a page is not an array
	page[0];
	// @ts-expect-error only lists can be iterated
	for await (const item of tenon.users.getCurrent()) void item;
});

test("CRED-231 a token is named by its number, or is the caller's own", () => {
	void tenon.groups.deletePersonalAccessToken({ id: 7, token_id: "self" });
	// @ts-expect-error a word other than `self`
	void tenon.groups.deletePersonalAccessToken({ id: 7, token_id: "mine" });
});

test("LINK-088 at least one of name and URL", () => {
	const link = { id: 7, tag_name: "v1", link_id: 7 };
	void tenon.releaseLinks.update({ ...link, name: "n" });
	void tenon.releaseLinks.update({ ...link, url: "https://x.test", name: "n", link_type: "other" });
	// @ts-expect-error neither name nor URL
	void tenon.releaseLinks.update(link);
	// @ts-expect-error neither name nor URL, though there is another field
	void tenon.releaseLinks.update({ ...link, link_type: "other" });
	// @ts-expect-error undefined counts as missing
	void tenon.releaseLinks.update({ ...link, name: undefined });
});

test("LINK-089, LINK-090 deleting gives the deleted link; only a new one is sure to have its direct address", async () => {
	const link = { id: 7, tag_name: "v1", link_id: 7 };
	expectTypeOf((await tenon.releaseLinks.delete(link)).name).toEqualTypeOf<string>();
	const created = await tenon.releaseLinks.create({ id: 7, tag_name: "v1", name: "n", url: "https://x.test" });
	expectTypeOf(created.direct_asset_url).toEqualTypeOf<string>();
	expectTypeOf((await tenon.releaseLinks.get(link)).direct_asset_url).toEqualTypeOf<string | undefined>();
});

test("RUNNER-508 active and paused are not given together", () => {
	void tenon.runners.update({ id: 7, paused: true });
	void tenon.runners.update({ id: 7, active: true });
	// @ts-expect-error both at once
	void tenon.runners.update({ id: 7, active: true, paused: false });
});

test("RUNNER-507 an array of tags", () => {
	void tenon.runners.update({ id: 7, tag_list: ["a", "b"] });
});

test("USER-734 all three preferences are needed", () => {
	const two = { view_diffs_file_by_file: true, show_whitespace_in_diffs: true };
	void tenon.users.updatePreferences({ ...two, pass_user_identities_to_ci_jwt: false });
	// @ts-expect-error one preference is missing
	void tenon.users.updatePreferences(two);
});

test("USER-736 a new user has a name, an address, and a way to a password", () => {
	const user = { username: "u", name: "n", email: "e@x.test" };
	void tenon.users.create({ ...user, reset_password: true });
	void tenon.users.create({ ...user, password: "p" });
	// @ts-expect-error no password of any kind
	void tenon.users.create(user);
	// @ts-expect-error no address
	void tenon.users.create({ username: "u", name: "n", password: "p" });
});

test("USER-732, GROUP-742 what can be cleared takes null", () => {
	void tenon.users.updateCurrentStatus({ message: null, emoji: undefined });
	void tenon.groups.update({ id: 7, shared_runners_minutes_limit: null });
});

test("USER-733 setting and changing one's status are two methods", () => {
	expectTypeOf(tenon.users.replaceCurrentStatus).not.toEqualTypeOf<typeof tenon.users.updateCurrentStatus>();
});

test("GROUP-740, USER-735 a picture is a Blob or a File", () => {
	void tenon.users.setAvatar({ avatar: new File([""], "a.png") });
	// @ts-expect-error a path is not a file
	void tenon.users.setAvatar({ avatar: "a.png" });
});

test("NOTE-279, PIPE-258 what may be null or missing is typed so", async () => {
	const { items } = await tenon.pipelines.listVariables({ id: 7, pipeline_id: 7 });
	for (const variable of items) {
		expectTypeOf(variable).toEqualTypeOf<PipelineVariable>();
		// @ts-expect-error the field can be missing
		variable.variable_type.length;
	}
	const wiki = await tenon.groupWikiPageNotes.get({ id: 7, wiki_page_meta_id: 7, note_id: 7 });
	expectTypeOf(wiki.project_id).toEqualTypeOf<number | null>();
	expectTypeOf(wiki.noteable_iid).toEqualTypeOf<number | null>();
});

test("SDK-212, SDK-215 an error is narrowed by its brand", async () => {
	try {
		await tenon.users.delete({ id: 7 });
	} catch (error) {
		// @ts-expect-error an error of an unknown class has no status
		error.status;
		if (!isApiError(error)) return;
		expectTypeOf(error.status).toEqualTypeOf<number>();
		expectTypeOf(error.operationId).toEqualTypeOf<string>();
		expectTypeOf(error.body).toEqualTypeOf<unknown>();
	}
});

test("SDK-113, USER-725, RUNNER-505 a function takes a client or a connection, and returns what the method returns", async () => {
	const connection = connect({ baseUrl: "https://platform.test" });
	expectTypeOf(await getPipeline(connection, { id: 7, pipeline_id: 7 })).toEqualTypeOf<Pipeline>();
	expectTypeOf(await tenon.pipelines.get({ id: 7, pipeline_id: 7 })).toEqualTypeOf<Pipeline>();
	void createPipeline(tenon, { id: 7, ref: "main" });
	for await (const { status } of listPipelines(connection, { id: 7 })) void status;
	// @ts-expect-error a connection has no methods
	connection.pipelines;
	// @ts-expect-error functions take a connection, not options
	void getPipeline({ baseUrl: "https://platform.test" }, { id: 7, pipeline_id: 7 });
});

test("SDK-124 a client takes its URL and its kind of credential from options or the environment", () => {
	createClient();
	// @ts-expect-error no such kind of credential
	createClient({ baseUrl: "https://platform.test", auth: { token: "t", as: "basic" } });
});

test("SDK-130 the raw client is typed by the contract's paths", async () => {
	const { data } = await createRest(tenon).GET("/runners/{id}", { params: { path: { id: 7 } } });
	if (data) expectTypeOf(data.id).toEqualTypeOf<number>();
	// @ts-expect-error no such path
	void createRest(tenon).GET("/walkers/{id}", { params: { path: { id: 7 } } });
});

test("SDK-224 an error's body is unknown until it is narrowed to an operation's documented status", async () => {
	const error: unknown = await tenon.users.delete({ id: 7 }).catch((cause) => cause);
	// @ts-expect-error a caught error can have any type
	error.status;
	if (isApiError(error)) {
		expectTypeOf(error.status).toEqualTypeOf<number>();
		expectTypeOf(error.body).toEqualTypeOf<unknown>();
		// @ts-expect-error the type of the body is not narrowed
		error.body.message;
	}
	if (isApiError(error, "deleteUser", 409)) {
		expectTypeOf(error.status).toEqualTypeOf<409>();
		expectTypeOf(error.operationId).toEqualTypeOf<"deleteUser">();
		expectTypeOf(error.body).toEqualTypeOf<ErrorBody>();
		expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>();
	}
	if (isApiError(error, "deleteUser", 404)) expectTypeOf(error.body).toEqualTypeOf<ErrorBody>();
	// @ts-expect-error the operation does not declare this status
	isApiError(error, "deleteUser", 418);
	// @ts-expect-error a success is not an error
	isApiError(error, "deleteUser", 204);
	// @ts-expect-error no such operation
	isApiError(error, "dropUser", 404);
});

test("SDK-245 a file may be given in many ways, but not as text", () => {
	void tenon.users.setAvatar({ avatar: new Blob([]) });
	void tenon.users.setAvatar({ avatar: new Uint8Array() });
	void tenon.users.setAvatar({ avatar: { data: new ReadableStream<Uint8Array>(), name: "a.png", type: "image/png" } });
	// @ts-expect-error a string is not a file
	void tenon.users.setAvatar({ avatar: "a.png" });
	// @ts-expect-error a name alone is not a file
	void tenon.users.setAvatar({ avatar: { name: "a.png" } });
	void tenon.groups.update({ id: 7, avatar: "" });
});

test("SDK-315 waitFor gives the pipeline; its options are a call's and some of its own", async () => {
	const where = { id: "acme/web", pipeline_id: 7 };
	const done = tenon.pipelines.waitFor(where, {
		until: ["manual", "success"],
		signal: AbortSignal.timeout(9),
		sudo: 7,
	});
	expectTypeOf(await done).toEqualTypeOf<Pipeline>();
	void tenon.pipelines.waitFor(where, { until: ({ status }) => status === "running" });
	// @ts-expect-error misspelt
	void tenon.pipelines.waitFor(where, { untill: ["success"] });
});

test("SDK-155 only what gives a token can be adopted", async () => {
	const rotation = tenon.groups.rotatePersonalAccessToken({ id: 7, token_id: 7 });
	expectTypeOf(await adoptToken(tenon, rotation)).toEqualTypeOf<Awaited<typeof rotation>>();
	// @ts-expect-error a group is not a token
	void adoptToken(tenon, tenon.groups.get({ id: 7 }));
});

test("SDK-306 middleware, events and validation are typed options", () => {
	createClient({
		baseUrl: "https://platform.test",
		middleware: [(request, next, { attempt }) => next(attempt ? request : undefined)],
	});
	createClient({ baseUrl: "https://platform.test", onRetry: ({ delay, reason }) => void [delay, reason] });
	// @ts-expect-error a middleware must return a response
	createClient({ baseUrl: "https://platform.test", middleware: [() => undefined] });
	// @ts-expect-error no such event
	createClient({ baseUrl: "https://platform.test", onRetried: () => {} });
	// @ts-expect-error no such mode
	createClient({ baseUrl: "https://platform.test", validate: "maybe" });
});

test("USER-743 a runner's group and project are tied to its kind", () => {
	void tenon.runners.create({ runner_type: "instance_type" });
	void tenon.runners.create({ runner_type: "group_type", group_id: 7, tag_list: ["a"] });
	void tenon.runners.create({ runner_type: "project_type", project_id: 7, tag_list: "a,b" });
	// @ts-expect-error a group is missing
	void tenon.runners.create({ runner_type: "group_type" });
	// @ts-expect-error a project is not a group
	void tenon.runners.create({ runner_type: "group_type", group_id: 7, project_id: 7 });
	// @ts-expect-error a runner of the instance has neither group nor project
	void tenon.runners.create({ runner_type: "instance_type", group_id: 7 });
});

test("USER-741 a user is one record, with what administrators and plans show as optional fields", async () => {
	const user = await tenon.users.get({ id: 7 });
	expectTypeOf(user.username).toEqualTypeOf<string>();
	expectTypeOf<undefined>().toExtend<(typeof user)["is_admin"]>();
	expectTypeOf<undefined>().toExtend<(typeof user)["email"]>();
	expectTypeOf<undefined>().toExtend<(typeof user)["using_license_seat"]>();
});
