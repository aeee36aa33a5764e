import type { Exchange } from "../rule/exchange";
import { hideHeader, hideSecrets } from "../rule/hide-secrets";

const longest = 2_000;

/** Quotes a text for a shell: in double quotes if it contains a variable, otherwise in single quotes. */
const quoted = (text: string, hasVariable = false): string =>
	hasVariable ? `"${text.replace(/(["\\`])/g, "\\$1")}"` : `'${text.replaceAll("'", "'\\''")}'`;

/** Returns a request as a curl command, with shell variables such as `$TENON_TOKEN_OWNER` for tokens. */
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
