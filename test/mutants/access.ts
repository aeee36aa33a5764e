import { authenticatesAs, changesStatus, ignoresHeaders, records, responses } from "./breaks";
import { type Break, everywhere, type Mutant, mutant } from "./mutant";

const is =
	(...tokens: readonly string[]) =>
	(token: string | null) =>
		token !== null && tokens.includes(token);
const asRoot = (...tokens: readonly string[]): Break => authenticatesAs(is(...tokens), "root-token");
const asOwner = (...tokens: readonly string[]): Break => authenticatesAs(is(...tokens), "owner-token");
const nobody = (token: string | null) => token === null;

/** Lets every caller act as another user. */
const sudoForAll: Break = async (request, pass) => {
	if (!request.headers.has("sudo")) return await pass(request);
	const copy = new Request(request);
	copy.headers.set("private-token", "root-token");
	return await pass(copy);
};

/** Patterns of the checks of credentials and errors. */
const credentials = [
	"AUTH-*",
	"ERR-*",
	"negatives/getCurrentUser/*",
	"negatives/getUser/*",
	"laws/getUser/*",
	"laws/getCurrentUser/*",
];

/** Servers that accept callers whom they must refuse, or refuse callers whom they must accept. */
export const accessMutants: readonly Mutant[] = [
	everywhere("revoked tokens are accepted", credentials, authenticatesAs(is("developer-revoked"), "developer-token")),
	everywhere("expired tokens are accepted", credentials, authenticatesAs(is("developer-expired"), "developer-token")),
	everywhere(
		"a token that may only read may write",
		[...credentials, "operation:createIssueNote"],
		authenticatesAs(is("maintainer-read-token"), "maintainer-token"),
	),
	everywhere("a wrong token counts as none", credentials, async (request, pass, platform) => {
		const response = await pass(request.clone());
		return response.status === 401
			? await ignoresHeaders("private-token", "authorization")(request, pass, platform)
			: response;
	}),
	everywhere("sudo is overheard", credentials, ignoresHeaders("sudo")),
	everywhere("everyone may sudo", credentials, sudoForAll),
	mutant("a guest is shown internal notes", ["listIssueNotes", "getIssueNote"], asRoot("guest-token")),
	mutant("an outsider reads private groups", "getGroup", asRoot("outsider-token")),
	mutant("an outsider reads private projects' pipelines", "listPipelines", asRoot("outsider-token")),
	mutant("a developer may delete pipelines", "deletePipeline", asOwner("developer-token", "maintainer-token")),
	mutant("a guest may create pipelines", "createPipeline", asOwner("guest-token", "reporter-token")),
	mutant(
		"a reporter reads the variables of pipelines",
		"listPipelineVariables",
		asOwner("reporter-token", "guest-token"),
	),
	mutant("a maintainer may update the group", "updateGroup", asOwner("maintainer-token", "developer-token")),
	mutant("a developer is told the group's runners token", "getGroup", asOwner("developer-token", "maintainer-token")),
	mutant(
		"everyone may create users",
		"createUser",
		asRoot("owner-token", "maintainer-token", "developer-token", "guest-token"),
	),
	mutant(
		"everyone sees what administrators see of users",
		["getUser", "listUsers"],
		asRoot("developer-token", "guest-token", "outsider-token", "owner-token", "maintainer-token"),
	),
	mutant(
		"everyone lists all runners",
		"listAllRunners",
		asRoot("owner-token", "maintainer-token", "developer-token", "guest-token", "outsider-token"),
	),
	mutant(
		"a developer reads runners in detail",
		"getRunner",
		asOwner("developer-token", "reporter-token", "guest-token"),
	),
	mutant("a guest may add release links", "createReleaseLink", asOwner("guest-token", "reporter-token")),
	mutant(
		"a maintainer manages the group's credentials",
		"listGroupPersonalAccessTokens",
		asOwner("maintainer-token", "developer-token"),
	),
	mutant("notes are listed for nobody", "listIssueNotes", authenticatesAs(nobody, "root-token")),
	mutant("what is invisible is forbidden", "getGroup", changesStatus(404, 403, { message: "403 Forbidden" })),
	mutant("what is forbidden is not found", "deletePipeline", changesStatus(403, 404, { message: "404 Not found" })),
	mutant("who is not signed in is forbidden", "getCurrentUser", changesStatus(401, 403, { message: "403 Forbidden" })),
	mutant("auditors are no auditors", "listAllRunners", authenticatesAs(is("auditor-token"), "outsider-token")),
	mutant(
		"the e-mail address is in everyone's view of a user",
		"getUser",
		records((user) => ({ email: "someone@example.com", ...user })),
	),
	mutant(
		"the token of a runner is shown again",
		"getRunner",
		records((runner) => ({ ...runner, token: "shown" })),
	),
	everywhere("a refused verb does not say which are allowed", credentials, async (request, pass) => {
		const response = await pass(request);
		if (response.status !== 405) return response;
		const headers = new Headers(response.headers);
		headers.delete("allow");
		return new Response(await response.text(), { status: 405, headers });
	}),
	everywhere("a wrong verb is not found", credentials, changesStatus(405, 404, { error: "404 Not Found" })),
	mutant(
		"the shape of a status: a number instead of a text",
		"getUserStatus",
		responses(() => ({ emoji: 1 })),
	),
];
