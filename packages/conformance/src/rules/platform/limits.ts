import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { pixel } from "../../rule/pixel";
import { assumed, rule } from "../../rule/rule";

const noteAt = (t: Context) => ({ id: t.scene("project"), issue_iid: t.scene("issue_iid") });
const _create = { operations: ["createIssueNote"] } as const;

const limits = [
	["CONV-109", "unique_project_download_limit", 10_000, 10_001],
	["CONV-110", "unique_project_download_limit_interval_in_seconds", 864_000, 864_001],
] as const;

/** How long and how many things may be. */
export const limitChecks = [
	assumed(
		"CONV-103",
		"A note body of 1,000,000 characters is accepted on create and update; 1,000,001 → 400, nothing stored or changed.",
		"createIssueNote",
		async (t) => {
			const note_id = (await t.given.issueNote({ body: "a".repeat(1_000_000) })).number("id");
			const at = { ...noteAt(t), note_id };
			const developer = t.as("developer");
			const changed = "b".repeat(1_000_000);
			(await developer.call("updateIssueNote", { ...at, body: changed })).is(200);
			(await developer.call("updateIssueNote", { ...at, body: `${changed}b` })).is(400);
			(await developer.call("createIssueNote", { ...noteAt(t), body: `${changed}b` })).is(400);
			const after = (await developer.call("getIssueNote", at)).is(200);
			t.holds("the note should be as it was", after.field("body") === changed, after);
		},
	),
	assumed("CONV-104", "Character limits count Unicode code points, not bytes or UTF-16 units.", ["replaceCurrentUserStatus"], async (t) => {
		const caller = t.as("administrator").sudo((await t.given.user()).number("id"));
		(await caller.call("replaceCurrentUserStatus", { message: "😀".repeat(100) })).is(200);
		(await caller.call("replaceCurrentUserStatus", { message: "😀".repeat(101) })).is(400);
	}),
	...limits.map(([claim, field, most, beyond]) =>
		byClaim(
			claim,
			async (t) => {
				const owner = t.as("owner");
				const id = t.scene("group");
				const before = (await owner.call("getGroup", { id })).is(200).field(field);
				t.undo(field, () => owner.call("updateGroup", { id, [field]: before }));
				(await owner.call("updateGroup", { id, [field]: most })).is(200);
				(await owner.call("updateGroup", { id, [field]: beyond })).is(400);
				(await owner.call("getGroup", { id })).is(200).has({ [field]: most });
			},
			{ tier: "ultimate" },
		),
	),
	assumed("CONV-113", "A status message of 100 characters is accepted, 101 → 400 (PUT and PATCH).", "replaceCurrentUserStatus", async (t) => {
		const caller = t.as("administrator").sudo((await t.given.user()).number("id"));
		for (const operation of ["replaceCurrentUserStatus", "updateCurrentUserStatus"] as const) {
			(await caller.call(operation, { message: "m".repeat(100) })).is(200);
			(await caller.call(operation, { message: "m".repeat(101) })).is(400);
		}
	}),
	rule("CONV-114", "An avatar of 204,800 bytes (200 KiB) → 200; 204,801 bytes → 400.", "setUserAvatar", async (t) => {
		const caller = t.as("administrator").sudo((await t.given.user()).number("id"));
		const put = async (size: number) => {
			const avatar = new File([new Uint8Array(size)], "me.png", { type: "image/png" });
			return await caller.call("setUserAvatar", { avatar }, { as: "multipart" });
		};
		(await put(204_800)).is(200);
		(await put(204_801)).is(400);
	}),
	assumed(
		"CONV-116",
		"A runner maintenance_note of 1024 characters is accepted on create (both ways) and update; 1025 → 400.",
		["createUserRunner", "registerRunner", "updateRunner"],
		async (t) => {
			const id = (await t.given.runner({ maintenance_note: "n".repeat(1024) })).number("id");
			const owner = t.as("owner");
			(await owner.call("updateRunner", { id, maintenance_note: "m".repeat(1024) })).is(200);
			(await owner.call("updateRunner", { id, maintenance_note: "m".repeat(1025) })).is(400);
			const where = { runner_type: "group_type", group_id: await t.given.groupId(t.scene("group")) };
			(await owner.call("createUserRunner", { ...where, maintenance_note: "m".repeat(1025) })).is(400);
			const token = await t.given.registrationToken();
			(await t.anonymous.call("registerRunner", { token, maintenance_note: "m".repeat(1025) })).is(400);
			const made = (await t.anonymous.call("registerRunner", { token, maintenance_note: "m".repeat(1024) })).is(201);
			const own = made.string("token");
			t.undo("the runner", () => t.anonymous.call("deleteRunnerByToken", { token: own }));
		},
	),
	assumed(
		"CONV-106",
		"60 requests within a minute by one authenticated user succeed; the 61st → 429; another user is not affected.",
		"listInvitedGroups",
		async (t) => {
			const [first, second] = [(await t.given.user()).number("id"), (await t.given.user()).number("id")];
			const id = t.scene("group");
			const ask = async (user: number) => await t.as("administrator").sudo(user).call("listInvitedGroups", { id }, { impatient: true });
			for (let asked = 0; asked < 60; asked++) (await ask(first)).is(200);
			(await ask(first)).is(429);
			(await ask(second)).is(200);
		},
		{ effect: "destroys" },
	),
	assumed(
		"CONV-107",
		"Unauthenticated callers of one IP share the 60-per-minute budget of invited_groups; the 61st → 429.",
		"listInvitedGroups",
		async (t) => {
			const id = t.scene("group");
			const callers = ["one", "other"].map((name) => t.anonymous.with({ "user-agent": name }));
			const ask = async (turn: number) => await callers[turn % 2]?.call("listInvitedGroups", { id }, { impatient: true });
			let served = 0;
			// Whatever was asked without credentials within this minute counts, too.
			while (served <= 60 && (await ask(served))?.is(200, 429).status === 200) served++;
			t.holds(`no more than 60 requests should be served, and ${served} are`, served <= 60);
			for (const turn of [0, 1]) (await ask(turn))?.is(429);
			const reader = t.as("administrator").sudo((await t.given.user()).number("id"));
			(await reader.call("listInvitedGroups", { id }, { impatient: true })).is(200);
		},
		{ effect: "destroys" },
	),
	assumed(
		"ERR-068, ERR-069, CONV-121",
		'Over a per-endpoint limit → 429 {"message":{"error":"This endpoint has been requested too many times. Try again later."}} with `Retry-After: 60` for a per-minute limit.',
		["createIssueNote", "createMergeRequestNote"],
		async (t) => {
			const author = (await t.given.user()).number("id");
			const caller = t.as("administrator").sudo(author);
			const marks = t.unique("note");
			const [onIssue, onRequest] = [noteAt(t), { id: t.scene("project"), merge_request_iid: t.scene("merge_request_iid") }];
			let refused = await caller.call("createIssueNote", { ...onIssue, body: marks }, { impatient: true });
			const made: { note_id: number; isIssue: boolean }[] = [];
			for (let count = 1; refused.status === 201 && count <= 300; count++) {
				made.push({ note_id: refused.number("id"), isIssue: count % 2 === 1 });
				refused =
					count % 2 === 0
						? await caller.call("createIssueNote", { ...onIssue, body: marks }, { impatient: true })
						: await caller.call("createMergeRequestNote", { ...onRequest, body: marks }, { impatient: true });
			}
			for (const { note_id, isIssue } of made)
				t.undo(`note ${note_id}`, () =>
					isIssue
						? t.as("administrator").call("deleteIssueNote", { ...onIssue, note_id })
						: t.as("administrator").call("deleteMergeRequestNote", { ...onRequest, note_id }),
				);
			if (refused.status === 201) t.skip("the server lets more than 300 notes a minute pass: it is configured so");
			t.same("the notes that were made before", made.length, 300, refused);
			refused.refuses(429, {
				message: { error: "This endpoint has been requested too many times. Try again later." },
			});
			t.same("retry-after", refused.header("retry-after"), "60", refused);
			const list = (await t.as("administrator").call("listIssueNotes", { ...onIssue, per_page: 100 })).is(200);
			const ids = new Set(made.map(({ note_id }) => note_id));
			const strangers = list.items.filter((one) => one.body === marks && !ids.has(Number(one.id)));
			t.same("notes of refused requests", strangers, [], list);
		},
		{ effect: "destroys" },
	),
	assumed(
		"CONV-122",
		"No general REST rate limit applies unless configured; when one is configured, responses carry RateLimit-Limit, RateLimit-Observed, RateLimit-Remaining, RateLimit-Reset.",
		["getCurrentUser"],
		async (t) => {
			const answer = (await t.as("owner").call("getCurrentUser")).is(200);
			const names = ["ratelimit-limit", "ratelimit-observed", "ratelimit-remaining", "ratelimit-reset"];
			const response = names.filter((name) => answer.header(name) !== null);
			t.holds("the headers of a limit should all be there, or none", [0, names.length].includes(response.length), answer);
		},
	),
	assumed("CONV-115", "Pixel size is advice only: an image other than 192 x 192 is accepted.", "setUserAvatar", async (t) => {
		const caller = t.as("administrator").sudo((await t.given.user()).number("id"));
		const avatar = new File([pixel], "small.png", { type: "image/png" });
		(await caller.call("setUserAvatar", { avatar }, { as: "multipart" })).is(200);
	}),
];
