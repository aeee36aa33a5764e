import type { Exchange } from "../rule/exchange";
import { hideHeader, hideSecrets } from "./hide-secrets";

const longest = 2_000;

/** Quotes for a shell: in double quotes where a variable is to be put in, in single ones otherwise. */
const quoted = (text: string, hasVariable = false): string =>
	hasVariable ? `"${text.replace(/(["\\`])/g, "\\$1")}"` : `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a curl command; tokens are shell variables such as `$TENON_TOKEN_OWNER`. */
export function curl({ actor, request }: Exchange): string {
	const parts = [`curl -i -X ${request.method} ${quoted(hideSecrets(request.url))}`];
	for (const [name, value] of Object.entries(request.headers)) {
		const shown = hideHeader(name, value, actor);
		parts.push(`-H ${quoted(`${name}: ${shown}`, shown.startsWith("$"))}`);
	}
	if (request.body !== undefined) {
		const body = hideSecrets(request.body);
		const cut = body.length > longest ? `${body.slice(0, longest)}… (${body.length} characters)` : body;
		parts.push(`--data-raw ${quoted(cut)}`);
	}
	return parts.join(" \\\n  ");
}
