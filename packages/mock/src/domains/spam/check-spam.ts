import type { Context } from "../../request/context";
import type { SpamContent, SpamSettings, SpamVerdict } from "../../request/settings/spam";
import type { SpamLog } from "../../state/records";
import { challengeHeaders, isOpenChallenge, solutionOf } from "./challenge";

const marker = "[spam]";
const certainMarker = "[certain spam]";

function judge({ isSpam }: SpamSettings, content: SpamContent): SpamVerdict {
	if (typeof isSpam === "function") return isSpam(content);
	if (isSpam === undefined && content.text.includes(certainMarker)) return "certain";
	return content.text.includes(isSpam ?? marker);
}

/** The fields of a refusal besides its message. */
export interface SpamExtensions {
	readonly [name: string]: unknown;
}

/**
 * The error for a change that is considered spam. Everything that the change wrote is undone. After that, `log` records
 * the refusal and returns the error for the caller.
 */
export class SpamRefusal extends Error {
	readonly #context: Context;
	readonly #log: Pick<SpamLog, "user_id" | "action" | "challenged" | "counted">;

	constructor(context: Context, log: Pick<SpamLog, "user_id" | "action" | "challenged" | "counted">) {
		super("Request denied. Spam detected");
		this.name = "SpamRefusal";
		this.#context = context;
		this.#log = log;
	}

	log(): { message: string; extensions: SpamExtensions } {
		const { state, settings } = this.#context;
		const log = state.spamLogs.insert({ ...this.#log, created_at: state.clock.iso(), solved: false });
		if (!log.challenged || !settings.captcha) return { message: this.message, extensions: { spam: true } };
		return {
			message: "Request denied. Solve CAPTCHA challenge and retry",
			extensions: { needsCaptchaResponse: true, captchaSiteKey: settings.captcha.siteKey, spamLogId: log.id },
		};
	}
}

/** Returns the challenge that a request solves, if it is the caller's own and still open. */
function challengeOf({ request, state, settings, actor }: Context): SpamLog | undefined {
	const log = state.spamLogs.get(Number(request.headers[challengeHeaders.id]));
	return log && log.user_id === actor.user?.id && isOpenChallenge(log, settings, state) ? log : undefined;
}

/** Whether the request has the solution of a challenge. */
const isSolved = (log: SpamLog, { request, settings }: Context): boolean =>
	request.headers[challengeHeaders.solution] === solutionOf(log, settings.captcha);

/**
 * Checks a change before it is made. Throws a SpamRefusal if it is spam, unless the request solves a challenge. Each
 * solution works once.
 */
export function checkSpam(content: Omit<SpamContent, "username">, context: Context): void {
	const { settings, state, actor } = context;
	const { spam } = settings;
	if (!spam || !actor.user || (spam.sparesAdministrators && actor.isAdmin)) return;
	const challenge = challengeOf(context);
	let verdict = judge(spam, { ...content, username: actor.user.username });
	// A change that is spam by count stays spam when the request is repeated.
	let counted = !verdict && challenge?.counted === true;
	if (!verdict && !counted && (spam.next ?? 0) > 0) {
		spam.next = (spam.next ?? 0) - 1;
		counted = true;
	}
	verdict ||= counted;
	if (!verdict) return;
	if (verdict !== "certain" && challenge && isSolved(challenge, context)) {
		state.spamLogs.update(challenge.id, { solved: true });
		return;
	}
	const challenged = verdict !== "certain" && settings.captcha !== null;
	throw new SpamRefusal(context, { user_id: actor.user.id, action: content.action, challenged, counted });
}
