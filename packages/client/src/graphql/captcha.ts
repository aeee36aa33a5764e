import { isVisible } from "../credentials/credentials";
import { AbortError, TimeoutError } from "../errors/errors";
import { whenOver } from "../lib/wait";
import type { Query } from "./document";
import { CaptchaRequiredError } from "./errors";

/** A challenge, as a solver gets it. */
export interface Challenge {
	/** What to show the CAPTCHA with. */
	readonly siteKey: string;
	/** The challenge's number. */
	readonly spamLogId: number;
	/** Name of the mutation's operation, where it has one. */
	readonly operation: string | undefined;
	/** Aborts when the call does, or when the time is over. */
	readonly signal: AbortSignal;
}

/** How challenges are met. */
export interface CaptchaOptions {
	/**
	 * Returns the solution of a challenge: shows the CAPTCHA to a person, say. Absent: a challenged mutation rejects with a
	 * CaptchaRequiredError.
	 */
	readonly captcha?: ((challenge: Challenge) => string | Promise<string>) | undefined;
	/** How many solutions may be tried for one mutation. Default 1. */
	readonly captchaAttempts?: number | undefined;
	/** Milliseconds that the solver may take, beside the call's own timeout. Default 300,000. */
	readonly captchaTimeout?: number | undefined;
}

/** The solver's solution, at the latest when the time is over or the caller gives up, whatever the solver does. */
function solutionOf(
	captcha: NonNullable<CaptchaOptions["captcha"]>,
	{ siteKey, spamLogId }: CaptchaRequiredError,
	query: Query,
	timeout: number,
	signal: AbortSignal | undefined,
): Promise<string> {
	return new Promise((resolve, reject) => {
		const controller = new AbortController();
		const giveUp = (): void => {
			const error = signal?.aborted
				? new AbortError("aborted", "executeGraphql", { cause: signal.reason })
				: new TimeoutError(`no solution of the CAPTCHA within ${timeout} ms`, "executeGraphql");
			reject(error);
			controller.abort(error);
		};
		if (signal?.aborted) return giveUp();
		const stop = whenOver(timeout, signal, giveUp);
		// A solver that throws at once is treated as one that rejects.
		Promise.resolve()
			.then(() => captcha({ siteKey, spamLogId, operation: query.operationName, signal: controller.signal }))
			.then(resolve, reject)
			.finally(stop);
	});
}

/**
 * Whether another mutation of the same text was carried out: sent again for the one that is challenged, it would be done twice.
 */
function hasEffects({ data, errors }: CaptchaRequiredError): boolean {
	const refused = new Set(errors.map(({ path }) => path?.[0]));
	return Object.entries(data ?? {}).some(
		([field, value]) => typeof value === "object" && value !== null && !refused.has(field),
	);
}

/**
 * The headers that solve a challenge. Throws the challenge itself, with the cause where there is one, if there is no solver,
 * its solutions are used up, it fails, or the challenge is one that it has seen, and where it is not a mutation that would be sent
 * again, or one that took effect in part; an AbortError if the caller gives up.
 */
export async function solve(
	challenge: CaptchaRequiredError,
	solutions: number,
	query: Query,
	{ captcha, captchaAttempts = 1, captchaTimeout = 300_000 }: CaptchaOptions,
	solved: Set<number>,
	signal: AbortSignal | undefined,
): Promise<{ readonly [name: string]: string }> {
	const { siteKey, spamLogId, errors, data, status, operationName } = challenge;
	const failed = (cause?: unknown): CaptchaRequiredError =>
		new CaptchaRequiredError(
			{ errors, data, status, operationName },
			{ siteKey, spamLogId, solutions },
			cause === undefined ? {} : { cause },
		);
	if (!captcha || solutions >= captchaAttempts || solved.has(spamLogId)) throw failed();
	if (!query.isMutation || hasEffects(challenge)) throw failed();
	solved.add(spamLogId);
	let solution: unknown;
	try {
		solution = await solutionOf(captcha, challenge, query, captchaTimeout, signal);
	} catch (cause) {
		if (cause instanceof AbortError) throw cause;
		throw failed(cause);
	}
	if (typeof solution !== "string" || !isVisible(solution))
		throw failed(new TypeError("The solver gave no solution that a header can carry."));
	return { "x-service-captcha-response": solution, "x-service-spam-log-id": String(spamLogId) };
}
