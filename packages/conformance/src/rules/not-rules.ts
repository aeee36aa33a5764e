/** Claims about behaviour that no rule proves, each with the reason: neither bench can show them. */
export const notRules: Readonly<Record<string, string>> = {
	"GQL-017": "Needs a failure inside the server, which no request brings about on purpose.",
	"GQL-039": "Needs servers of releases 15.11, 16.0, 17.11 and 18.0 to compare.",
	"CONV-005": "Needs a second installation of the server whose base URL has a path prefix.",
	"CONV-091": "Needs more than 50,000 users.",
	"CONV-140": "Speaks of how the reference server is configured, which another server need not be.",
	"AUTH-073": "Speaks of the reference server's own settings, which the interface does not show.",
	"AUTH-102": "Needs a request with a Bearer and a Basic credential at once, and a request has room for one Authorization header.",
};
