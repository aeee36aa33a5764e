/** The first parts of the platform's own addresses. */
const topLevel: ReadonlySet<string> = new Set(
	[
		"- .well-known 404.html 422.html 500.html 502.html 503.html admin api apple-touch-icon.png assets dashboard deploy.html",
		"explore favicon.ico favicon.png files groups health_check help import jwt login oauth profile projects public robots.txt s",
		"search sitemap sitemap.xml sitemap.xml.gz slash-command-logo.png snippets unsubscribes uploads users v2",
	].flatMap((line) => line.split(" ")),
);
/** Words that follow the path of a group or project. */
const below: ReadonlySet<string> = new Set(
	"- badges blame blob builds commits create create_dir edit files find_file new preview raw refs tree update wikis".split(
		" ",
	),
);

/** What speaks against the path of a group or the name of a user with other characters, or with them in the wrong places. */
export const pathText =
	"can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

/** What is wrong with a name that an address of the platform has. */
export const reservedFaults = (name: string, isTop: boolean): string[] =>
	(isTop ? topLevel : below).has(name.toLowerCase()) ? [`${name} is a reserved name`] : [];
