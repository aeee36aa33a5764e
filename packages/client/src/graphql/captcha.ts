import { isVisible } from "../credentials/credentials";
import { AbortError, TimeoutError } from "../errors/errors";
import { whenOver } from "../lib/wait";
import type { Query } from "./document";
import { CaptchaRequiredError } from "./errors";

/** A challenge for a solver. */
export interface Challenge {
	/** The site key to show the CAPTCHA with. */
	readonly siteKey: string;
	/** The id of the challenge. */
	readonly spamLogId: number;
	/** The operation name of the mutation, if it has one. */
	readonly operation: string | undefined;
	/** Aborts when the call is aborted, or when its time is over. */
	readonly signal: AbortSignal;
}

/** The options for challenges. */
export interface CaptchaOptions {
	/**
	 * Returns the solution of a challenge, for example by showing the CAPTCHA to a person. Without it, a challenged
	 * mutation rejects with a CaptchaRequiredError.
	 */
	readonly captcha?: ((challenge: Challenge) => string | Promise<string>) | undefined;
	/** The maximum number of solutions to try for one mutation. Defaults to 1. */
	readonly captchaAttempts?: number | undefined;
	/** The time limit of the solver, in milliseconds, in addition to the call's own timeout. Defaults to 300,000. */
	readonly captchaTimeout?: number | undefined;
}

/** Returns the solver's solution. Rejects when the time is over or the caller aborts, even if the solver goes on. */
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
				: new TimeoutError(`no CAPTCHA solution within ${timeout} ms`, "executeGraphql");
			reject(error);
			controller.abort(error);
		};
		if (signal?.aborted) return giveUp();
		const stop = whenOver(timeout, signal, giveUp);
		// Turns an error that the solver throws synchronously into a rejection.
		Promise.resolve()
			.then(() => captcha({ siteKey, spamLogId, operation: query.operationName, signal: controller.signal }))
			.then(resolve, reject)
			.finally(stop);
	});
}

/**
 * Whether another mutation in the same document was carried out. If the document were sent again, it would run twice.
 * done twice.
 */
function hasEffects({ data, errors }: CaptchaRequiredError): boolean {
	const refused = new Set(errors.map(({ path }) => path?.[0]));
	return Object.entries(data ?? {}).some(
		([field, value]) => typeof value === "object" && value !== null && !refused.has(field),
	);
}

/**
 * Returns the headers that solve a challenge. Throws the challenge itself (with the cause, if there is one) if there is
 * no solver, its solutions are used up, it fails, it has already seen the challenge, the document is not a mutation, or
 * the mutation has already taken partial effect. Throws an AbortError if the caller aborts.
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
		throw failed(new TypeError("The solver returned no solution that is valid in a header."));
	return { "x-service-captcha-response": solution, "x-service-spam-log-id": String(spamLogId) };
}
