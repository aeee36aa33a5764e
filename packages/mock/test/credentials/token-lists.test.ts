import type { Token } from "@tenon/mock";
import { describe, expect, test } from "vitest";
import { type Scene, scene } from "./scene";

interface Kind {
	path: string;
	make: (scene: Scene, name: string, given?: Partial<Token>) => Token;
	/** The claims of this list, by rule. */
	claims: { [rule: string]: string };
}

const claims = (...ids: [rule: string, id: string][]): Kind["claims"] => Object.fromEntries(ids);

const kinds: Kind[] = [
	{
		path: "personal_access_tokens",
		make: (scene, name, given) => scene.personal(name, given),
		claims: claims(
			["record", "CRED-030"],
			["created_after", "CRED-061, CRED-063"],
			["created_before", "CRED-062, CRED-063"],
			["last_used_after", "CRED-064, CRED-066"],
			["last_used_before", "CRED-065, CRED-066"],
			["revoked", "CRED-067, CRED-068, CRED-069"],
			["search", "CRED-070, CRED-071"],
			["state", "CRED-072, CRED-073, CRED-074"],
			["invalid", "CRED-075, CRED-076"],
			["created", "CRED-077"],
			["expires", "CRED-078"],
			["last_used", "CRED-079"],
			["name", "CRED-080"],
			["ties", "CRED-081"],
			["nulls", "CRED-082"],
			["default", "CRED-083, CRED-084"],
			["together", "CRED-085"],
			["pages", "CRED-086"],
		),
	},
	{
		path: "resource_access_tokens",
		make: (scene, name, given) => scene.resource(name, "corp/team/lib", given),
		claims: claims(
			["record", "CRED-037"],
			["created_after", "CRED-097, CRED-099"],
			["created_before", "CRED-098, CRED-099"],
			["last_used_after", "CRED-100, CRED-102"],
			["last_used_before", "CRED-101, CRED-102"],
			["revoked", "CRED-103, CRED-104, CRED-105"],
			["search", "CRED-106, CRED-107"],
			["state", "CRED-108, CRED-109, CRED-110"],
			["invalid", "CRED-111, CRED-112"],
			["created", "CRED-113"],
			["expires", "CRED-114"],
			["last_used", "CRED-115"],
			["name", "CRED-116"],
			["ties", "CRED-117"],
			["nulls", "CRED-118"],
			["default", "CRED-119, CRED-120"],
			["together", "CRED-121"],
			["pages", "CRED-122"],
		),
	},
];

/** The kinds with their claims of these rules, for `test.each`. */
const each = (...rules: string[]): [claims: string, path: string, kind: Kind][] =>
	kinds.map((kind) => [rules.map((rule) => kind.claims[rule]).join(", "), kind.path, kind]);

/** Three tokens, made in an order that no sort gives, and what names their lists. */
function three(kind: Kind, b: Partial<Token>, c: Partial<Token>, a: Partial<Token>) {
	const made = scene();
	const rows = { b: kind.make(made, "b", b), c: kind.make(made, "c", c), a: kind.make(made, "a", a) };
	const letters = new Map(Object.entries(rows).map(([letter, { id }]) => [id, letter]));
	const list = async (query: string): Promise<string> =>
		(await made.ids(`${kind.path}?${query}`)).map((id) => letters.get(id)).join("");
	return { ...made, list };
}

const [early, middle, late] = ["2025-11-01T10:00:00.000Z", "2025-11-02T10:00:00.000Z", "2025-11-03T10:00:00.000Z"];

describe("the record", () => {
	test.each(each("record"))(
		"%s, CRED-031, CRED-032 no plaintext; active is what works today: %s",
		async (...[, , kind]) => {
			const made = scene();
			const rows: [Partial<Token>, boolean][] = [
				[{ expires_at: null }, true],
				[{ expires_at: "2026-01-06" }, true],
				[{ expires_at: "2026-01-05" }, false],
				[{ expires_at: "2026-01-04" }, false],
				[{ revoked: true }, false],
				[{ revoked: true, expires_at: "2026-01-04" }, false],
			];
			for (const [index, [given]] of rows.entries()) kind.make(made, `plaintext${index}`, { name: "Listed", ...given });
			const { body, status } = await made.get(kind.path);
			expect(status).toBe(200);
			expect(body.map((one: { active: boolean }) => one.active)).toEqual(rows.map(([, active]) => active));
			expect(JSON.stringify(body)).not.toMatch(/plaintext|"token"|"text"/);
		},
	);

	test.each(kinds)("CRED-031, CRED-032 a token stops being active when its day comes: $path", async (kind) => {
		const made = scene();
		const { id } = kind.make(made, "short", { expires_at: "2026-01-07" });
		made.platform.clock.advance("1 day");
		expect(await made.listed(kind.path, id)).toMatchObject({ active: true });
		made.platform.clock.advance("1 day");
		expect(await made.listed(kind.path, id)).toMatchObject({ active: false });
	});
});

describe("filters", () => {
	test.each(each("created_after", "created_before"))(
		"%s by creation, the bounds included: %s",
		async (...[, , kind]) => {
			const { list } = three(kind, { created_at: middle }, { created_at: late }, { created_at: early });
			expect(await list(`created_after=${middle}`)).toBe("bc");
			expect(await list("created_after=2025-11-02T10:00:00.001Z")).toBe("c");
			expect(await list(`created_before=${middle}`)).toBe("ab");
			expect(await list("created_before=2025-11-02T09:59:59Z")).toBe("a");
			expect(await list(`created_after=${middle}&created_before=${middle}`)).toBe("b");
			expect(await list("created_after=2025-11-02T12:00:00%2B02:00&created_before=2025-11-02")).toBe("");
		},
	);

	test.each(each("last_used_after", "last_used_before"))(
		"%s by last use; a token never used never matches: %s",
		async (...[, , kind]) => {
			const { list } = three(kind, { last_used_at: middle }, { last_used_at: null }, { last_used_at: early });
			expect(await list("last_used_after=2025-11-01T12:00:00Z")).toBe("b");
			expect(await list("last_used_before=2025-11-01T12:00:00Z")).toBe("a");
			expect(await list("last_used_after=2000-01-01")).toBe("ba");
			expect(await list("last_used_before=2100-01-01")).toBe("ba");
			expect(await list("last_used_after=2025-11-03T12:00:00Z")).toBe("");
		},
	);

	test.each(each("revoked"))("%s revoked or not, or both: %s", async (...[, , kind]) => {
		const { list } = three(kind, { revoked: true }, {}, { expires_at: "2025-12-01" });
		expect(await list("revoked=true")).toBe("b");
		expect(await list("revoked=false")).toBe("ca");
		expect(await list("")).toBe("bca");
	});

	test.each(each("search"))("%s by a part of the name, in any case, and of nothing else: %s", async (...[, , kind]) => {
		const { list } = three(
			kind,
			{ name: "Deploy LAPTOP" },
			{ name: "ci", description: "laptop" },
			{ name: "laptop 2" },
		);
		expect(await list("search=laptop")).toBe("ba");
		expect(await list("search=oy%20LAP")).toBe("b");
		expect(await list("search=desktop")).toBe("");
		expect(await list("search=.*")).toBe("");
	});

	test.each(each("state"))("%s active, or inactive: revoked or expired: %s", async (...[, , kind]) => {
		const { list } = three(kind, { revoked: true, expires_at: "2027-01-01" }, {}, { expires_at: "2026-01-05" });
		expect(await list("state=active")).toBe("c");
		expect(await list("state=inactive")).toBe("ba");
	});

	test.each(each("together"))("%s filters narrow the list together: %s", async (...[, , kind]) => {
		const { list } = three(kind, { revoked: true, name: "x" }, { name: "x" }, { name: "x", expires_at: "2025-12-01" });
		expect(await list("revoked=false&state=inactive")).toBe("a");
		expect(await list("revoked=true&state=active")).toBe("");
		expect(await list("search=x&state=active")).toBe("c");
		expect(await list("search=y&state=active")).toBe("");
	});

	test.each(each("invalid"))("%s values that cannot be read: 400: %s", async (...[, , kind]) => {
		const { get } = scene();
		for (const [query, error] of [
			["state=invalid", "state does not have a valid value"],
			["created_after=not-a-date", "created_after is invalid"],
			["created_before=2026-02-30", "created_before is invalid"],
			["last_used_after=yesterday", "last_used_after is invalid"],
			["last_used_before=1", "last_used_before is invalid"],
			["revoked=maybe", "revoked is invalid"],
		]) {
			const { body, status } = await get(`${kind.path}?${query}`);
			expect([status, body]).toEqual([400, { error }]);
		}
	});
});

describe("order", () => {
	test.each(each("created"))("%s by creation, both ways: %s", async (...[, , kind]) => {
		const { list } = three(kind, { created_at: middle }, { created_at: late }, { created_at: early });
		expect(await list("sort=created_asc")).toBe("abc");
		expect(await list("sort=created_desc")).toBe("cba");
	});

	test.each(each("expires"))("%s by expiry, both ways: %s", async (...[, , kind]) => {
		const [b, c, a] = ["2026-02-02", "2026-03-03", "2026-01-30"].map((expires_at) => ({ expires_at }));
		const { list } = three(kind, b ?? {}, c ?? {}, a ?? {});
		expect(await list("sort=expires_asc")).toBe("abc");
		expect(await list("sort=expires_desc")).toBe("cba");
	});

	test.each(each("last_used"))("%s by last use, both ways: %s", async (...[, , kind]) => {
		const { list } = three(kind, { last_used_at: middle }, { last_used_at: late }, { last_used_at: early });
		expect(await list("sort=last_used_asc")).toBe("abc");
		expect(await list("sort=last_used_desc")).toBe("cba");
	});

	test.each(each("name"))("%s by name, both ways: %s", async (...[, , kind]) => {
		const { list } = three(kind, {}, {}, {});
		expect(await list("sort=name_asc")).toBe("abc");
		expect(await list("sort=name_desc")).toBe("cba");
	});

	test.each(each("ties"))(
		"%s what is equal in the key is in the order of its numbers, the same way: %s",
		async (...[, , kind]) => {
			const same = { name: "same", created_at: early, expires_at: "2026-02-01", last_used_at: early };
			const { list } = three(kind, same, same, same);
			for (const key of ["created", "expires", "last_used", "name"]) {
				expect(await list(`sort=${key}_asc`), key).toBe("bca");
				expect(await list(`sort=${key}_desc`), key).toBe("acb");
			}
		},
	);

	test.each(each("nulls"))("%s without a value: last ascending, first descending: %s", async (...[, , kind]) => {
		const some = { expires_at: "2026-02-01", last_used_at: early };
		const more = { expires_at: "2026-02-02", last_used_at: late };
		const { list } = three(kind, { expires_at: null, last_used_at: null }, more, some);
		for (const key of ["expires", "last_used"]) {
			expect(await list(`sort=${key}_asc`), key).toBe("acb");
			expect(await list(`sort=${key}_desc`), key).toBe("bca");
		}
	});

	test.each(each("default"))(
		"%s oldest first by default; a sort that is not known is no error: %s",
		async (...[, , kind]) => {
			const { get, list } = three(kind, { created_at: middle }, { created_at: late }, { created_at: early });
			expect(await list("")).toBe("abc");
			for (const sort of ["newest", "name", "created_down", "", "__proto__"]) {
				const told = await get(`${kind.path}?sort=${sort}`);
				expect([told.status, told.body.length], sort).toEqual([200, 3]);
			}
			expect(await list("sort=newest&created_after=2025-11-02")).toBe("bc");
		},
	);
});

describe("pages", () => {
	test.each(each("pages"))(
		"%s twenty on a page, a hundred at most, with the paging headers: %s",
		async (...[, path, kind]) => {
			const made = scene();
			const all = Array.from({ length: 101 }, (_, index) => kind.make(made, `t${index}`).id);
			expect(await made.ids(path)).toEqual(all.slice(0, 20));
			expect(await made.ids(`${path}?page=6`)).toEqual(all.slice(100));
			expect(await made.ids(`${path}?per_page=500`)).toEqual(all.slice(0, 100));
			const { headers } = await made.get(`${path}?per_page=50&page=2&sort=name_asc`);
			const names = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page"];
			expect(names.map((name) => headers.get(name))).toEqual(["2", "50", "101", "3", "3", "1"]);
			expect(headers.get("link")).toContain(`${made.at}/${path}?page=3&per_page=50&sort=name_asc>; rel="next"`);
			expect((await made.get(`${path}?state=inactive`)).headers.get("x-total")).toBe("0");
		},
	);
});
