/** Rotates a group's access tokens before they expire, and keeps the new ones in a file that only its owner reads. */
import { adoptToken, createClient, type Tenon, TenonError } from "@tenon/client";
import { numberOf, program, runIfStarted } from "../support/program";
import { SecretsFile } from "./secrets-file";

const day = 86_400_000;
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** A token that expires by a date, and how it is rotated. */
interface Due {
	readonly id: number;
	readonly name: string;
	readonly user_id: number;
	readonly expires_at: string;
	/** `personal`, or whose bot it is: `group`, `project`. */
	readonly kind: string;
	rotate(expires_at: string): PromiseLike<{ id: number; token: string }>;
}

/** The active tokens of a group that expire by a date, of its users as of its bots, the most urgent first. */
async function due(tenon: Tenon, group: string, by: string, signal: AbortSignal): Promise<Due[]> {
	const { groups } = tenon;
	const wanted = { id: group, state: "active", sort: "expires_asc" } as const;
	const found: Due[] = [];
	for await (const { id, name, user_id, expires_at } of groups.listPersonalAccessTokens(wanted, { signal })) {
		const rotate: Due["rotate"] = (day) =>
			groups.rotatePersonalAccessToken({ id: group, token_id: id, expires_at: day });
		if (expires_at && expires_at <= by) found.push({ id, name, user_id, expires_at, kind: "personal", rotate });
	}
	for await (const token of groups.listResourceAccessTokens(wanted, { signal })) {
		const { id, name, user_id, expires_at, resource_type: kind } = token;
		const rotate: Due["rotate"] = (day) =>
			groups.rotateResourceAccessToken({ id: group, token_id: id, expires_at: day });
		if (expires_at && expires_at <= by) found.push({ id, name, user_id, expires_at, kind, rotate });
	}
	return found.sort((one, other) => one.expires_at.localeCompare(other.expires_at));
}

export const main = program({
	help: `
Usage: token-rotation [--group <path>] [--within <days>] [--lifetime <days>] [--out <file>] [--own <id>] [--dry-run]

Rotates the tokens of a group's users and bots that expire soon. Each new token is in the file before the next one is rotated.

  --group <path>      Default acme.
  --within <days>     What expires in so many days. Default 14.
  --lifetime <days>   How long the new tokens work. Default 90; a year is the most.
  --out <file>        Default tokens.json; mode 600, written as a whole or not at all.
  --own <id>          Number of TENON_TOKEN itself, if it is to be rotated too: the job goes on with the new one. Without it
                      the tokens of the job's own user are left alone.
  --dry-run           Say what would be rotated.
`,
	options: {
		group: { type: "string", default: "acme" },
		within: { type: "string", default: "14" },
		lifetime: { type: "string", default: "90" },
		out: { type: "string", default: "tokens.json" },
		own: { type: "string" },
		"dry-run": { type: "boolean", default: false },
	},
	async run({ values, platform, signal, print, tell }) {
		const tenon = createClient(platform);
		const by = dateIn(numberOf("within", values.within));
		const expires_at = dateIn(numberOf("lifetime", values.lifetime, 1));
		const own = values.own === undefined ? undefined : numberOf("own", values.own, 1);
		const [me, tokens] = await Promise.all([
			tenon.users.getCurrent({}, { signal }),
			due(tenon, values.group, by, signal),
		]);
		// Opened first: a token that cannot be kept is not to be rotated.
		const file = values["dry-run"] ? undefined : await SecretsFile.open(values.out);
		let failures = 0;
		for (const token of tokens) {
			// Between two tokens, never between a rotation and its being kept.
			signal.throwIfAborted();
			const line = `${token.expires_at}  ${token.kind.padEnd(8)}  ${String(token.id).padEnd(5)} ${token.name}`;
			if (token.user_id === me.id && token.id !== own) {
				print(`${line}: left alone, it may be this job's own (--own)`);
				continue;
			}
			if (!file) {
				print(`${line}: would be rotated`);
				continue;
			}
			try {
				const rotation = token.rotate(expires_at);
				const next = await (token.id === own ? adoptToken(tenon, rotation) : rotation);
				await file.put({ id: next.id, replaces: token.id, name: token.name, expires_at, token: next.token });
				print(`${line}: rotated, ${next.id} works until ${expires_at}`);
			} catch (error) {
				if (!(error instanceof TenonError)) throw error;
				failures += 1;
				// Rotating is never tried twice: the first try may have worked, and its token be lost.
				tell(`${line}: ${error.message}`);
			}
		}
		print(`${tokens.length} of ${values.group} expire by ${by}${file ? `; new ones are in ${values.out}` : ""}`);
		return failures === 0 ? 0 : 1;
	},
});

await runIfStarted(import.meta.url, main);
