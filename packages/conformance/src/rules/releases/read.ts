import { byClaim } from "../../rule/by-claim";
import { pause } from "../../rule/eventually";
import { assumed, type Rule, rule } from "../../rule/rule";
import { create, fresh, get, inVain, type LinkOperation, list, operations, otherTag, perform, place } from "./lab";

const effect = "writes";
const notFound = { message: "404 Not found" };

/** An unknown link, and another release's. */
const unknownLink = (claim: string, operation: LinkOperation): Rule =>
	byClaim(
		claim,
		async (t) => {
			const tag_name = await otherTag(t);
			const other = (await create(t, { ...fresh(t), tag_name })).is(201);
			for (const id of [other.number("id"), 999_999_999]) (await inVain(t, () => perform(t, operation, t.as("developer"), id))).refuses(404, notFound);
			const where = { ...place(t), tag_name, link_id: other.number("id") };
			const kept = await t.as("developer").call("getReleaseLink", where);
			t.same("the other release's link", kept.is(200).json, other.json, kept);
		},
		{ effect },
	);

const unknownTag = (claim: string, operation: LinkOperation): Rule =>
	byClaim(
		claim,
		async (t) => {
			const link = (await t.given.releaseLink()).number("id");
			const response = await perform(t, operation, t.as("developer"), link, { tag_name: t.unique("no-release") });
			response.refuses(404, notFound);
			(await get(t, link)).is(200);
		},
		{ effect },
	);

/** Addresses, lists and single links. */
export const linkReading: readonly Rule[] = [
	rule(
		"LINK-017",
		"id as URL-encoded project path answers exactly as the numeric ID, on all five operations.",
		operations,
		async (t) => {
			const number = await t.given.projectId(t.scene("project"));
			const developer = t.as("developer");
			const made = [await create(t, fresh(t)), await create(t, { ...fresh(t), id: number })];
			const [a = 0, b = 0] = made.map((one) => one.is(201).number("id"));
			for (const operation of ["listReleaseLinks", "getReleaseLink"] as const) {
				const byPath = await perform(t, operation, developer, a);
				const byNumber = await perform(t, operation, developer, a, { id: number });
				t.same(`${operation} by number`, byNumber.is(200).json, byPath.is(200).json, byNumber);
			}
			for (const operation of ["updateReleaseLink", "deleteReleaseLink"] as const) {
				const byPath = await perform(t, operation, developer, a);
				const byNumber = await perform(t, operation, developer, b, { id: number });
				const keys = [byPath.ok, byNumber.ok].map((one) => Object.keys(one.fields).sort());
				t.same(`${operation} by number`, keys[1], keys[0], byNumber);
			}
			for (const id of [a, b]) (await get(t, id)).refuses(404);
		},
		{ effect },
	),
	rule(
		"LINK-019",
		"Answers 200 with an array holding only the links of that release; a release without links gives [].",
		"listReleaseLinks",
		async (t) => {
			const tag_name = await otherTag(t);
			const own = (await create(t, fresh(t))).is(201).number("id");
			const other = (await create(t, { ...fresh(t), tag_name })).is(201).number("id");
			const [here, there] = [await list(t, { per_page: 100 }), await list(t, { tag_name, per_page: 100 })];
			t.holds("each release should list its own", here.is(200).ids.includes(own) && there.is(200).ids.includes(other), here);
			t.holds("neither should list the other's", !here.ids.includes(other) && !there.ids.includes(own), there);
			if (there.ids.length > 1) return;
			(await t.as("developer").call("deleteReleaseLink", { ...place(t), tag_name, link_id: other })).ok;
			const empty = await list(t, { tag_name });
			t.same("the links of a release without any", empty.is(200).json, [], empty);
		},
		{ effect },
	),
	assumed(
		"LINK-020",
		"Links come newest created first.",
		"listReleaseLinks",
		async (t) => {
			const ids: number[] = [];
			for (let count = 0; count < 3; count++) {
				ids.push((await create(t, fresh(t))).is(201).number("id"));
				await pause(3);
			}
			const listed = await list(t);
			t.same("the first links of the list", listed.is(200).ids.slice(0, 3), ids.toReversed(), listed);
		},
		{ effect },
	),
	rule(
		"LINK-021",
		"With 21 links and no per_page, page 1 holds 20 and page 2 one.",
		"listReleaseLinks",
		async (t) => {
			const there = (await list(t, { per_page: 100 })).is(200).items.length;
			for (let count = there; count < 21; count++) await t.given.releaseLink();
			const everything = (await list(t, { per_page: 100 })).is(200).ids;
			const [first, second] = [await list(t), await list(t, { page: 2 })];
			t.same("the first page", first.is(200).ids, everything.slice(0, 20), first);
			t.same("the second page", second.is(200).ids, everything.slice(20, 40), second);
		},
		{ effect },
	),
	assumed(
		"LINK-022",
		"The list carries x-page, x-per-page, x-total, x-total-pages, x-next-page, x-prev-page and link; per_page above 100 is clamped to 100.",
		"listReleaseLinks",
		async (t) => {
			for (let count = 0; count < 2; count++) await t.given.releaseLink();
			const response = (await list(t, { per_page: 1 })).is(200);
			const names = ["x-page", "x-per-page", "x-next-page", "x-prev-page", "x-total-pages"];
			const count = response.header("x-total");
			t.same(
				"the headers",
				names.map((name) => response.header(name)),
				["1", "1", "2", "", count],
				response,
			);
			t.same("x-total", Number(count), (await list(t, { per_page: 100 })).is(200).items.length, response);
			t.holds("there should be a link header with the next page", /rel="next"/.test(response.header("link") ?? ""), response);
			const clamped = await list(t, { per_page: 101 });
			t.same("x-per-page of per_page=101", clamped.is(200).header("x-per-page"), "100", clamped);
		},
		{ effect },
	),
	rule(
		"LINK-023",
		"Returns the one link with id link_id; its id, name, url, link_type equal the list entry.",
		"getReleaseLink",
		async (t) => {
			await t.given.releaseLink();
			const id = (await create(t, { ...fresh(t), link_type: "runbook" })).is(201).number("id");
			await t.given.releaseLink();
			const read = (await get(t, id)).is(200).has({ id });
			const entry = (await list(t)).is(200).items.find((one) => one.id === id);
			for (const name of ["id", "name", "url", "link_type"]) t.same(`${name} in the list`, entry?.[name], read.field(name), read);
		},
		{ effect },
	),
	unknownLink("LINK-024", "getReleaseLink"),
	unknownLink("LINK-025", "updateReleaseLink"),
	unknownLink("LINK-026", "deleteReleaseLink"),
	assumed("LINK-027", 'A non-integer link_id answers 400 {"error":"link_id is invalid"}.', "getReleaseLink", async (t) => {
		(await get(t, "abc")).refuses(400, { error: "link_id is invalid" });
	}),
	unknownTag("LINK-028", "listReleaseLinks"),
	unknownTag("LINK-029", "getReleaseLink"),
	unknownTag("LINK-030", "createReleaseLink"),
	unknownTag("LINK-031", "updateReleaseLink"),
	unknownTag("LINK-032", "deleteReleaseLink"),
	assumed(
		"LINK-033",
		'An unknown project answers 404 {"message":"404 Project Not Found"} on all five operations.',
		operations,
		async (t) => {
			const link = (await t.given.releaseLink()).number("id");
			for (const id of [999_999_999, `${t.unique("no")}/where`])
				for (const operation of operations) {
					const response = await perform(t, operation, t.as("developer"), link, { id });
					response.refuses(404, { message: "404 Project Not Found" });
				}
		},
		{ effect },
	),
];
