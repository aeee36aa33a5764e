/** Rotates a group's access tokens before they expire, and saves the new ones in a file that only its owner can read. */
import { adoptToken, createClient, type Tenon, TenonError } from "@tenon/client";
import { numberOf, program, runIfStarted } from "../support/program";
import { SecretsFile } from "./secrets-file";

const day = 86_400_000;
const dateIn = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** A token that expires soon, and how to rotate it. */
interface Due {
	readonly id: number;
	readonly name: string;
	readonly user_id: number;
	readonly expires_at: string;
	/** `personal`, or `group` or `project` for a bot's token. */
	readonly kind: string;
	rotate(expires_at: string): PromiseLike<{ id: number; token: string }>;
}

/** The active tokens of a group's users and bots that expire by a date, the most urgent first. */
async function due(tenon: Tenon, group: string, by: string, signal: AbortSignal): Promise<Due[]> {
	const { groups } = tenon;
	const query = { id: group, state: "active", sort: "expires_asc" } as const;
	const found: Due[] = [];
	for await (const { id, name, user_id, expires_at } of groups.listPersonalAccessTokens(query, { signal })) {
		const rotate: Due["rotate"] = (day) =>
			groups.rotatePersonalAccessToken({ id: group, token_id: id, expires_at: day });
		if (expires_at && expires_at <= by) found.push({ id, name, user_id, expires_at, kind: "personal", rotate });
	}
	for await (const token of groups.listResourceAccessTokens(query, { signal })) {
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

Rotates the tokens of a group's users and bots that expire soon, and saves each new token before it rotates the next one.
Without --out it only shows which tokens it would rotate.

  --group <path>      Default acme.
  --within <days>     Rotate tokens that expire within this time. Default 60.
  --lifetime <days>   Lifetime of the new tokens. Default 180, at most 365.
  --out <file>        Where to save the new tokens: JSON, mode 600, written atomically. No default.
  --own <id>          Id of TENON_TOKEN, to rotate it too and continue with the new one. Without it, the tokens of the job's own
                      user are not rotated.
  --dry-run           Show what would be rotated, even with --out.
`,
	options: {
		group: { type: "string", default: "acme" },
		within: { type: "string", default: "60" },
		lifetime: { type: "string", default: "180" },
		out: { type: "string" },
		own: { type: "string" },
		"dry-run": { type: "boolean", default: false },
	},
	async run({ values, platform, signal, print, report }) {
		const tenon = createClient(platform);
		const by = dateIn(numberOf("within", values.within, { most: 3_650 }));
		const expires_at = dateIn(numberOf("lifetime", values.lifetime, { least: 1, most: 365 }));
		const own =
			values.own === undefined
				? undefined
				: numberOf("own", values.own, { least: 1, most: Number.MAX_SAFE_INTEGER, isWhole: true });
		const [me, tokens] = await Promise.all([
			tenon.users.getCurrent({}, { signal }),
			due(tenon, values.group, by, signal),
		]);
		// Opened first: a token must not be rotated if the new one cannot be saved.
		const { out } = values;
		const file = values["dry-run"] || out === undefined ? undefined : await SecretsFile.open(out);
		let failures = 0;
		for (const token of tokens) {
			// Stop between two tokens, never between rotating one and saving it.
			signal.throwIfAborted();
			const line = `${token.expires_at}  ${token.kind.padEnd(8)}  ${String(token.id).padEnd(5)} ${token.name}`;
			if (token.user_id === me.id && token.id !== own) {
				print(`${line}: not rotated, since it may be this job's own (--own)`);
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
				// Never retry a rotation: the first attempt may have succeeded, and the new token would be lost.
				report(`${line}: ${error.message}`);
			}
		}
		const reason = out === undefined ? "use --out <file>" : "dry run";
		const outcome = file ? `the new ones are in ${out}` : `nothing was rotated (${reason})`;
		print(`${tokens.length} of ${values.group} expire by ${by}; ${outcome}`);
		return failures === 0 ? 0 : 1;
	},
});

await runIfStarted(import.meta.url, main);
