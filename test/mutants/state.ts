import {
	changesFields,
	changesStatus,
	ignoresFields,
	onlyPretends,
	records,
	refusesButDoes,
	responses,
} from "./breaks";
import { type Break, type Mutant, mutant } from "./mutant";

/** Returns the right response to a failed request, but writes a note anyway. */
const writesANote: Break = refusesButDoes([400], async (request, pass) => {
	const headers = new Headers({
		"private-token": request.headers.get("private-token") ?? "",
		"content-type": "application/json",
	});
	// In a code block, even a text of commands is stored.
	const { body = "" } = await request.json().catch(() => ({}));
	await pass(
		new Request(request.url, { method: "POST", headers, body: JSON.stringify({ body: `\`\`\`\n${body}\n\`\`\`` }) }),
	);
});

/** Accepts a token after its rotation: it authenticates as the user of the new one. */
function rotationThatKeeps(): Break {
	const renewed = new Map<string, string>();
	return async (request, pass) => {
		const token = request.headers.get("private-token");
		const isRotation = request.url.includes("/rotate");
		let now = token;
		while (now !== null && renewed.has(now)) now = renewed.get(now) ?? null;
		const copy = new Request(request);
		if (now !== null) copy.headers.set("private-token", now);
		const response = await pass(copy);
		if (!isRotation || !response.ok || token === null) return response;
		const body: unknown = await response.clone().json();
		if (typeof body === "object" && body !== null && "token" in body) renewed.set(token, String(body.token));
		return response;
	};
}

const asVerb =
	(method: string): Break =>
	async (request, pass) => {
		const body = await request.clone().text();
		return await pass(new Request(request.url, { method, headers: request.headers, body }));
	};

/** Refuses the second of two equal calls. */
function onlyOnce(status: number): Break {
	const seen = new Set<string>();
	return async (request, pass) => {
		const key = `${request.method} ${request.url}`;
		const response = await pass(request);
		if (!seen.has(key) || !response.ok) {
			if (response.ok) seen.add(key);
			return response;
		}
		return Response.json({ message: "404 Not Found" }, { status });
	};
}

/** Servers whose writes do not do what they report. */
export const stateMutants: readonly Mutant[] = [
	mutant("a deleted note is still there", "deleteIssueNote", onlyPretends(204)),
	mutant("a deleted pipeline is still there", "deletePipeline", onlyPretends(204)),
	mutant("a deleted release link is still there", "deleteReleaseLink", onlyPretends(200)),
	mutant("a deleted runner is still there", "deleteRunner", onlyPretends(204)),
	mutant("a deleted user is still there", "deleteUser", onlyPretends(204)),
	mutant("a changed note is not kept", "updateIssueNote", onlyPretends(200)),
	mutant("a changed runner is not kept", "updateRunner", onlyPretends(200)),
	mutant("a changed group is not kept", "updateGroup", onlyPretends(200)),
	mutant("a changed release link is not kept", "updateReleaseLink", onlyPretends(200)),
	mutant("changed preferences are not kept", "updateUserPreferences", onlyPretends(200)),
	mutant("a created note is not kept", "createIssueNote", onlyPretends(201)),
	mutant("a revoked token is not revoked", "deleteGroupPersonalAccessToken", onlyPretends(204)),
	mutant("a disabled second factor is not disabled", "disableUserTwoFactor", onlyPretends(204)),
	mutant("PATCH of a status clears what is not sent", "updateCurrentUserStatus", asVerb("PUT")),
	mutant("PUT of a status keeps what is not sent", "replaceCurrentUserStatus", asVerb("PATCH")),
	mutant("cancelling is refused", "cancelPipeline", changesStatus(200, 403, { message: "403 Forbidden" })),
	mutant("cancelling gets 201", "cancelPipeline", changesStatus(200, 201)),
	mutant("creating gets 200", "createPipeline", changesStatus(201, 200)),
	mutant("a created note gets 200", "createIssueNote", changesStatus(201, 200)),
	mutant("deleting a note gets 200", "deleteIssueNote", changesStatus(204, 200, {})),
	mutant("deleting a link gives nothing back", "deleteReleaseLink", changesStatus(200, 204)),
	mutant(
		"a rotated token keeps working",
		["rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"],
		rotationThatKeeps(),
	),
	mutant(
		"a rotated token never expires",
		"rotateGroupPersonalAccessToken",
		records((token) => ({ ...token, expires_at: null })),
	),
	mutant("the expiry of a rotation is overheard", "rotateGroupResourceAccessToken", ignoresFields("expires_at")),
	mutant("a token can be revoked once only", "deleteGroupPersonalAccessToken", onlyOnce(404)),
	mutant("internal is overheard", "createIssueNote", ignoresFields("internal")),
	mutant("confidential is overheard", "createIssueNote", ignoresFields("confidential")),
	mutant(
		"confidential and internal fall apart",
		["getIssueNote", "createIssueNote"],
		records((note) => ({ ...note, confidential: !note.internal })),
	),
	mutant(
		"paused and active say the same",
		["listRunners", "getRunner"],
		records((runner) => ({ ...runner, active: runner.paused })),
	),
	mutant("a refused note is written all the same", "createIssueNote", writesANote),
	mutant("a link's type is overheard", "createReleaseLink", ignoresFields("link_type")),
	mutant("tags of a runner are overheard", "updateRunner", ignoresFields("tag_list")),
	mutant("locking a runner is overheard", "updateRunner", ignoresFields("locked")),
	mutant(
		"an empty note is taken",
		"createIssueNote",
		changesFields((body) => ({ ...body, ...(body.body === "" && { body: "empty" }) })),
	),
	mutant(
		"a status message of 101 characters is taken",
		"replaceCurrentUserStatus",
		changesFields((body) => ({
			...body,
			...(typeof body.message === "string" && { message: body.message.slice(0, 100) }),
		})),
	),
	mutant(
		"a status message of 100 characters is refused",
		"replaceCurrentUserStatus",
		changesFields((body) => ({ ...body, ...(String(body.message ?? "").length > 99 && { message: "x".repeat(101) }) })),
	),
	mutant(
		"a link without an address is taken",
		"createReleaseLink",
		changesFields((body) => ({ url: "https://example.com/made-up", ...body })),
	),
	mutant(
		"what a link's address begins with does not matter",
		"createReleaseLink",
		changesFields((body) => ({
			...body,
			...(typeof body.url === "string" && { url: body.url.replace(/^(?!https?:|ftp:)[a-z]+:/, "https:") }),
		})),
	),
	mutant(
		"times have no zone",
		"getPipeline",
		records((pipeline) => ({ ...pipeline, created_at: String(pipeline.created_at).replace("Z", "") })),
	),
	mutant(
		"the updated time stands still",
		["updateIssueNote"],
		records((note) => ({ ...note, updated_at: note.created_at })),
	),
	mutant(
		"ids are texts",
		"listReleaseLinks",
		records((link) => ({ ...link, id: String(link.id) })),
	),
	mutant(
		"a field is missing",
		"getUser",
		records(({ username: _, ...user }) => user),
	),
	mutant(
		"a field too many",
		"getGroup",
		records((group) => ({ ...group, shoe_size: 42 })),
	),
	mutant(
		"a breakdown instead of a refusal",
		"createPipeline",
		changesStatus(400, 500, { message: "500 Internal Server Error" }),
	),
	mutant(
		"the support PIN is another one each time",
		"getSupportPin",
		responses((value) => ({ ...Object(value), pin: String(Math.floor(Math.random() * 900_000) + 100_000) })),
	),
];
