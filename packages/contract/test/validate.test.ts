import { faultsOf, responseSchema, schemaOf, unknownFields } from "@tenon/contract/validate";
import { ReleaseLink } from "@tenon/contract/validators";
import { expect, test } from "vitest";

const link = {
	id: 7,
	name: "binary",
	url: "https://files.test/a",
	direct_asset_url: "https://platform.test/acme/web/-/releases/v1/downloads/a",
	link_type: "other",
};

test("schemas are found by name, and by operation and status; properties of Object are not found", () => {
	expect(schemaOf("ReleaseLink")).toBe(ReleaseLink);
	expect(responseSchema("getReleaseLink", 200)?.safeParse(link).success).toBe(true);
	for (const name of ["none", "constructor", "__proto__", "listPipelinesResponses"])
		expect([name, schemaOf(name)]).toEqual([name, undefined]);
	expect([responseSchema("getReleaseLink", 418), responseSchema("constructor", 200)]).toEqual([undefined, undefined]);
});

test("faults name the place and what is expected, never the value", () => {
	const wrong = { ...link, id: "sesame", url: undefined, link_type: "hologram" };
	expect(faultsOf(ReleaseLink, wrong, true)).toEqual([
		{ path: ["id"], expected: "is not a number" },
		{ path: ["url"], expected: "is missing" },
		{ path: ["link_type"], expected: 'is none of "other", "runbook", "image", "package"' },
	]);
	expect(faultsOf(ReleaseLink, wrong, false).map(({ path }) => path)).toEqual([["id"], ["url"]]);
	expect(faultsOf(ReleaseLink, link, true)).toEqual([]);
});

test("unknown fields are found in lists and choices; an object with free keys has none", () => {
	const pages = responseSchema("listReleaseLinks", 200);
	if (!pages) throw new Error("listReleaseLinks has no schema");
	expect(unknownFields(pages, [link, { ...link, "a/b": 1 }])).toEqual([[1, "a/b"]]);
	expect(unknownFields(ReleaseLink, link)).toEqual([]);
});
