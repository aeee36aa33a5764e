/** The domains, in the specification's order. `common` contains what several domains use. */
export const domains = [
	"common",
	"notes",
	"pipelines",
	"groups",
	"credentials",
	"users",
	"runners",
	"releases",
	"alerts",
	"graphql",
] as const;
