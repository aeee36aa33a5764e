import { nobody } from "../../generators/least-params";
import { check } from "../../rule/rule";

/** What is open to those without credentials. */
export const publicChecks = [
	check("AUTH-020", async (t) => {
		(await t.anonymous.call("getGroup", { id: t.scene("group") })).is(200);
		const answer = await t.anonymous.call("getGroup", { id: t.scene("private_group") });
		answer.refuses(404, { message: "404 Group Not Found" });
	}),
	check("AUTH-021", async (t) => {
		(await t.anonymous.call("listGroups", { per_page: 100 }))
			.is(200)
			.every("public", (one) => one.visibility === "public");
	}),
	check("AUTH-022", async (t) => {
		for (const operation of ["listSubgroups", "listDescendantGroups"] as const)
			(await t.anonymous.call(operation, { id: t.scene("group"), per_page: 100 }))
				.is(200)
				.every("public", (one) => one.visibility === "public");
	}),
	check("AUTH-023", async (t) => {
		const own = await t.as("owner").call("getGroupAvatar", { id: t.scene("group") });
		if (own.status === 404) t.skip("the scene's group has no avatar: give it one");
		(await t.anonymous.call("getGroupAvatar", { id: t.scene("group") })).is(200);
		(await t.anonymous.call("getGroupAvatar", { id: t.scene("private_group") })).is(404);
	}),
	check("AUTH-024", async (t) => {
		const { id, username } = t.user("developer");
		const byId = (await t.anonymous.call("getUserStatus", { id_or_username: id })).is(200);
		const byName = (await t.anonymous.call("getUserStatus", { id_or_username: username })).is(200);
		t.same("by username", byName.json, byId.json, byName);
	}),
	check("AUTH-025", async (t) => {
		const id = t.scene("group");
		const projects = (await t.anonymous.call("listGroupProjects", { id, per_page: 100 })).is(200);
		projects.every("public", (one) => one.visibility === "public");
		for (const operation of ["listGroupSharedProjects", "listGroupSharedGroups", "listInvitedGroups"] as const) {
			const answer = (await t.anonymous.call(operation, { id })).is(200);
			t.same(
				"what is not public",
				answer.items.filter((one) => one.visibility !== "public"),
				[],
				answer,
			);
		}
	}),
	check(
		"AUTH-026",
		async (t) => {
			const id = t.scene("project");
			(await t.anonymous.call("listPipelines", { id })).is(200);
			(await t.anonymous.call("listReleaseLinks", { id, tag_name: t.scene("tag_name") })).is(200);
			(await t.anonymous.call("listSubgroups", { id: t.scene("group") })).is(200);
			(await t.anonymous.call("listIssueNotes", { id, issue_iid: t.scene("issue_iid") })).is(401);
		},
		{ operations: ["listPipelines", "listReleaseLinks", "listSubgroups", "listIssueNotes"] },
	),
	check("AUTH-027", async (t) => void (await t.anonymous.call("getUser", { id: t.user("developer").id })).is(401, 403)),
	check("AUTH-028", async (t) => {
		const answer = await t.anonymous.call("getUser", { id: t.user("developer").id });
		answer.refuses(403, { message: "403 Forbidden - Not authorized!" });
	}),
	check("AUTH-029", async (t) => {
		(await t.anonymous.call("listUsers")).refuses(403, {
			message: "403 Forbidden - Not authorized to access /api/v4/users",
		});
		const { username, id } = t.user("developer");
		t.same("the user of that name", (await t.anonymous.call("listUsers", { username })).is(200).ids, [id]);
		t.same("none of that name", (await t.anonymous.call("listUsers", { username: t.unique("x") })).is(200).json, []);
	}),
	check(
		"AUTH-030, ERR-055",
		async (t) => {
			const hidden = { id: t.scene("private_project"), pipeline_id: nobody };
			(await t.as("outsider").call("getPipeline", hidden)).is(404);
			const answer = (
				await t.as("outsider").call("createPipeline", { id: t.scene("project"), ref: t.scene("ref") })
			).is(403);
			t.holds(
				"the message should begin with 403 Forbidden",
				answer.string("message").startsWith("403 Forbidden"),
				answer,
			);
		},
		{ operations: ["getPipeline", "createPipeline"], effect: "writes" },
	),
	check(
		"AUTH-031, ERR-051",
		async (t) => {
			const id = t.scene("project");
			(await t.anonymous.call("createPipeline", { id, variables: "wrong" })).is(401);
			(await t.anonymous.call("createIssueNote", { id, issue_iid: nobody })).is(401);
			(await t.anonymous.call("updateRunner", { id: nobody, paused: "perhaps" })).is(401);
			(await t.anonymous.call("deletePipeline", { id: nobody, pipeline_id: nobody })).is(401);
		},
		{ operations: ["createPipeline", "createIssueNote", "updateRunner", "deletePipeline"] },
	),
];
