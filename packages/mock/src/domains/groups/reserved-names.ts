/** The first path segments of the platform's own URLs. */
const topLevel: ReadonlySet<string> = new Set(
	[
		"- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard deploy.html",
		"explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects public robots.txt s",
		"search sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets unsubscribes uploads users v2",
	].flatMap((line) => line.split(" ")),
);
/** The path segments that can follow the path of a group or a project. */
const below: ReadonlySet<string> = new Set(
	"- badges blame blob builds commits create create_dir edit files find_file new preview raw refs tree update wikis".split(
		" ",
	),
);

/** The error for a path or a username with characters that are not allowed, or not allowed in that position. */
export const pathText =
	"can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

/** Returns the validation errors of a name that the platform's own URLs use. */
export const reservedFaults = (name: string, isTop: boolean): string[] =>
	(isTop ? topLevel : below).has(name.toLowerCase()) ? [`${name} is a reserved name`] : [];
