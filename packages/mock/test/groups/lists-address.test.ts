import { describe, expect, test } from "vitest";
import { scene } from "./scene";

/** All lists of one group. */
const lists = [
	"projects",
	"projects/shared",
	"saml_users",
	"provisioned_users",
	"subgroups",
	"descendant_groups",
	"groups/shared",
	"invited_groups",
];
/** Those that need no credentials where the group is public. */
const open = lists.filter((list) => !list.endsWith("_users"));

const unknown = [404, { message: "404 Group Not Found" }];

/** A top-level group whose path is a number, and one below another; each with something in every list. */
function filled() {
	const made = scene();
	for (const fullPath of ["guests", "host", "4711", "top", "top/low", "top/low/lowest"]) made.make.group(fullPath);
	made.make.project("top/low/own");
	made.make.project("host/theirs");
	made.make.share("top/low", "host/theirs", "guest");
	made.make.share("top/low", "host", "guest");
	made.make.share("guests", "top/low", "guest");
	return made;
}

describe("address", () => {
	test("GROUP-017, CONV-016 a number and a full path lead to the same list", async () => {
		const { ask, platform } = filled();
		const id = platform.state.group("top/low")?.id;
		for (const list of lists.filter((one) => one !== "saml_users")) {
			const byPath = await ask("root", "GET", `/groups/top%2Flow/${list}`);
			expect([list, byPath.status]).toEqual([list, 200]);
			expect(byPath.body).toEqual((await ask("root", "GET", `/groups/${id}/${list}`)).body);
			if (list !== "provisioned_users") expect([list, byPath.body.length > 0]).toEqual([list, true]);
		}
	});

	test.each(lists)("GROUP-018 digits are a number, never a path: %s", async (list) => {
		const { told } = filled();
		expect(await told("root", `/groups/4711/${list}`)).toEqual(unknown);
	});

	test.each(lists)("GROUP-019, GROUP-020 unknown and unseen groups are answered alike: %s", async (list) => {
		const { make, told } = filled();
		make.group("closed", { visibility: "private" });
		for (const group of ["closed", "nothing", "nothing%2Fat-all", "99999"])
			expect(await told("outsider", `/groups/${group}/${list}`)).toEqual(unknown);
	});

	test.each(open)("GROUP-021 an internal group is for those who are signed in: %s", async (list) => {
		const { make, told } = filled();
		make.group("inner", { visibility: "internal" });
		expect((await told("outsider", `/groups/inner/${list}`))[0]).toBe(200);
		expect(await told(null, `/groups/inner/${list}`)).toEqual(unknown);
	});

	test.each(open)("GROUP-022 a public group needs no credentials: %s", async (list) => {
		const { told } = filled();
		const [status, body] = await told(null, `/groups/top%2Flow/${list}`);
		expect([status, Array.isArray(body)]).toEqual([200, true]);
	});
});

test("GROUP-016 groups are neither made nor deleted by the interface", async () => {
	const { ask, state } = filled();
	const before = state();
	const made = await ask("root", "POST", "/groups", { json: { name: "New", path: "new" } });
	expect([made.status, made.body]).toEqual([405, { error: "405 Not Allowed" }]);
	expect(made.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
	const deleted = await ask("root", "DELETE", "/groups/top");
	expect([deleted.status, deleted.body]).toEqual([405, { error: "405 Not Allowed" }]);
	expect(deleted.headers.get("allow")).toBe("GET, HEAD, PUT, OPTIONS");
	expect(state()).toBe(before);
});
