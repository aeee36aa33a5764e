import { entries } from "../../rule/entries";
import { assumed } from "../../rule/rule";

const ways = ["query", "form", "multipart", "json"] as const;

/** How parameters are sent. */
export const parameters = [
	assumed("CONV-038", "A path parameter takes precedence over the body, and the body over the query.", ["updateRunner"], async (t) => {
		const owner = t.as("owner");
		const [one, other] = [(await t.given.runner()).number("id"), (await t.given.runner()).fields];
		const path = `/api/v4/runners/${one}?id=${other.id}&description=of-the-query`;
		for (const body of [{ json: { id: other.id, description: "of-the-body" } }, { form: { id: other.id, description: "of-the-body" } }])
			(await owner.send("PUT", path, body)).is(200).has({ id: one, description: "of-the-body" });
		(await owner.send("PUT", path, { json: { unknown: 1 } })).is(200).has({ id: one, description: "of-the-query" });
		const untouched = (await owner.call("getRunner", { id: other.id })).is(200);
		t.holds("the other runner should be as it was", !String(untouched.field("description")).startsWith("of-the"), untouched);
	}),
	assumed("CONV-039", "A list is sent as name[] in query and form, or as a list in JSON.", ["updateRunner", "listGroups"], async (t) => {
		const id = (await t.given.runner()).number("id");
		for (const [as, tag_list] of entries({
			json: ["ann", "ben"],
			form: ["cleo", "dan"],
			multipart: ["gil", "hans"],
			query: ["eve", "finn"],
		})) {
			const response = (await t.as("owner").call("updateRunner", { id, tag_list }, { as })).is(200);
			const tags: unknown = response.field("tag_list");
			t.same(`tag_list as ${as}`, Array.isArray(tags) ? [...tags].sort() : tags, tag_list, response);
		}
		const list = async (skip_groups?: readonly unknown[]) =>
			(await t.as("administrator").list("listGroups", { skip_groups, top_level_only: true })).is(200).ids;
		const skipped = [await t.given.groupId(t.scene("group")), (await t.as("administrator").call("getGroup", { id: t.scene("private_group") })).number("id")];
		const there = await list();
		t.same("whether a group to skip is listed without skip_groups", skipped.filter((one) => there.includes(one)).length > 0, true);
		const listed = (await list(skipped)).filter((one) => skipped.includes(one));
		t.same("the skipped groups in the list", listed, []);
	}),
	assumed("CONV-041", "An object is name[key] in query and form, or an object in JSON.", ["listGroups", "registerRunner", "createPipeline"], async (t) => {
		const some = await t.as("administrator").call("listGroups", { custom_attributes: { [t.unique("key")]: "none" } });
		t.same("the groups with an attribute that no group has", some.is(200).json, [], some);
		const info = { name: t.unique("machine"), version: "1.2.3" };
		const token = await t.given.registrationToken();
		for (const as of ways) {
			const response = (await t.anonymous.call("registerRunner", { token, info }, { as })).ok;
			t.undo("the runner", () => t.anonymous.call("deleteRunnerByToken", { token: response.string("token") }));
			(await t.as("administrator").call("getRunner", { id: response.number("id") })).is(200).has({ name: info.name });
		}
		if (!t.given.hasControl) return;
		const inputs = { target: "staging", count: "2", fast: "true", tags: '["a", 1]', price: "1.50 €" };
		// A form has only texts. A text that is valid JSON is read as JSON.
		const read = { ...inputs, count: 2, fast: true, tags: ["a", 1] };
		for (const as of ways) {
			const id = (await t.as("owner").call("createPipeline", { id: t.scene("project"), ref: t.scene("ref"), inputs }, { as })).is(201).number("id");
			t.same(`inputs as ${as}`, (await t.given.records("pipelines", { id }))[0]?.inputs, as === "json" ? inputs : read);
		}
	}),
];
