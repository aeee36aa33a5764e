/** CAPTCHAs that a client must solve. */
import type { Exchange } from "../control/exchange";
import { challengeEnd, challengeHeaders, isOpenChallenge, solutionOf } from "../domains/spam/challenge";
import { ControlRefusal } from "../lib/control-error";
import { dialectOf } from "../request/settings/dialect";
import type { SpamLog } from "../state/records";
import type { ControlCall } from "./call";
import type { ControlledPlatform } from "./controlled";
import { send } from "./send";

/** A challenge without a solution so far. */
interface Captcha {
	readonly id: number;
	/** The challenged user; null if the user is deleted. */
	readonly user: string | null;
	/** The name of the mutation that counts as spam. */
	readonly action: string;
	readonly created_at: string;
	readonly expires_at: string;
	readonly solution: string;
}

const isIn = (exchange: Exchange, { id }: SpamLog): boolean =>
	exchange.operation === "executeGraphql" &&
	typeof exchange.response?.body === "string" &&
	new RegExp(`"spamLogId":\\s*${id}\\b`).test(exchange.response.body);

function openChallenges({ state, settings }: ControlledPlatform): SpamLog[] {
	return [...state.spamLogs.all()].filter((log) => isOpenChallenge(log, settings, state));
}

/** Returns the open challenges with their solutions, the oldest first. */
export function listCaptchas(platform: ControlledPlatform): { count: number; captchas: readonly Captcha[] } {
	const { captcha } = platform.settings;
	if (!captcha) return { count: 0, captchas: [] };
	const captchas = openChallenges(platform).map((log) => ({
		id: log.id,
		user: platform.state.users.get(log.user_id)?.username ?? null,
		action: log.action,
		created_at: log.created_at,
		expires_at: new Date(challengeEnd(log, captcha)).toISOString(),
		solution: solutionOf(log, captcha),
	}));
	return { count: captchas.length, captchas };
}

/**
 * Solves a challenge as its user would: sends the refused request again, with the solution. Returns the new entry's id
 * in the journal, and its status.
 */
export async function solveCaptcha(call: ControlCall): Promise<{ id: string; status: number }> {
	const { platform, id: name } = call;
	const log = openChallenges(platform).find(({ id }) => String(id) === name);
	if (!log) throw new ControlRefusal(404, `There is no CAPTCHA ${name} that waits for a solution.`);
	const refused = platform.journal.exchanges.findLast((exchange) => isIn(exchange, log));
	if (!refused)
		throw new ControlRefusal(409, `The request that CAPTCHA ${name} is about is not in the journal any more.`);
	const { settings } = platform;
	const named = (header: string): string => dialectOf(settings)?.headers[header] ?? header;
	return send(call, {
		method: refused.sent.method,
		path: refused.sent.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""),
		headers: {
			...refused.sent.headers,
			[named(challengeHeaders.id)]: String(log.id),
			[named(challengeHeaders.solution)]: solutionOf(log, settings.captcha),
		},
		body: refused.sent.body,
	});
}
