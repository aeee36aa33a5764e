import { nobody } from "../../generators/least-params";
import { assumed, rule, writing } from "../../rule/rule";

/** What is open to those without credentials. */
export const publicChecks = [
	assumed("AUTH-020", "A public group can be read without credentials; a private one is 404 Group Not Found.", "getGroup", async (t) => {
		(await t.anonymous.call("getGroup", { id: t.scene("group") })).is(200);
		const response = await t.anonymous.call("getGroup", { id: t.scene("private_group") });
		response.refuses(404, { message: "404 Group Not Found" });
	}),
	rule("AUTH-021", "Without credentials the list of groups has public ones only.", "listGroups", async (t) => {
		(await t.anonymous.call("listGroups", { per_page: 100 })).is(200).every("public", (one) => one.visibility === "public");
	}),
	rule("AUTH-022", "The groups below a public group can be listed without credentials, public ones only.", "listSubgroups", async (t) => {
		t.scene("subgroup");
		for (const operation of ["listSubgroups", "listDescendantGroups"] as const)
			(await t.anonymous.list(operation, { id: t.scene("group") })).is(200).every("public", (one) => one.visibility === "public");
	}),
	assumed("AUTH-023", "The avatar of a public group needs no credentials; that of a private group is 404.", "getGroupAvatar", async (t) => {
		const own = await t.as("owner").call("getGroupAvatar", { id: t.scene("group") });
		if (own.status === 404) t.skip("the scene's group has no avatar: give it one");
		(await t.anonymous.call("getGroupAvatar", { id: t.scene("group") })).is(200);
		(await t.anonymous.call("getGroupAvatar", { id: t.scene("private_group") })).is(404);
	}),
	assumed("AUTH-025", "The projects and shares of a public group can be listed without credentials, public ones only.", "listGroupProjects", async (t) => {
		const id = t.scene("group");
		const projects = (await t.anonymous.list("listGroupProjects", { id })).is(200);
		projects.every("public", (one) => one.visibility === "public");
		for (const operation of ["listGroupSharedProjects", "listGroupSharedGroups", "listInvitedGroups"] as const) {
			const response = (await t.anonymous.call(operation, { id })).is(200);
			const others = response.items.filter((one) => one.visibility !== "public");
			t.same("what is not public", others, [], response);
		}
	}),
	assumed(
		"AUTH-026",
		"Pipelines, release links and lists of what is public need no credentials; notes always need them.",
		["listPipelines", "listReleaseLinks", "listSubgroups", "listIssueNotes"],
		async (t) => {
			const id = t.scene("project");
			(await t.anonymous.call("listPipelines", { id })).is(200);
			(await t.anonymous.call("listReleaseLinks", { id, tag_name: t.scene("tag_name") })).is(200);
			(await t.anonymous.call("listSubgroups", { id: t.scene("group") })).is(200);
			(await t.anonymous.call("listGroupProjects", { id: t.scene("group") })).is(200);
			(await t.anonymous.call("listGroups")).is(200);
			(await t.anonymous.call("listIssueNotes", { id, issue_iid: t.scene("issue_iid") })).is(401);
			if (t.facts.tier !== "free") (await t.anonymous.call("listEpicNotes", { id: t.scene("group"), epic_id: t.scene("epic_id") })).is(401);
		},
	),
	writing.assumed(
		"AUTH-030, ERR-055",
		"What the caller may not see is 404, what they may not do 403 Forbidden.",
		["getPipeline", "createPipeline"],
		async (t) => {
			const hidden = { id: t.scene("private_project"), pipeline_id: nobody };
			(await t.as("outsider").call("getPipeline", hidden)).is(404);
			const response = (await t.as("outsider").call("createPipeline", { id: t.scene("project"), ref: t.scene("ref") })).is(403);
			t.holds("the message should begin with 403 Forbidden", response.string("message").startsWith("403 Forbidden"), response);
		},
	),
];
