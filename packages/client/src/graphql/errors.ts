import { TenonError } from "../errors/errors";
import { withoutSecrets } from "../errors/without-secrets";

/** One entry of a response's `errors`. */
export interface GraphqlErrorEntry {
	readonly message: string;
	readonly locations?: readonly { readonly line: number; readonly column: number }[] | undefined;
	readonly path?: readonly (string | number)[] | undefined;
	readonly extensions?: { readonly [name: string]: unknown } | undefined;
}

/** What a {@link GraphqlError} is made of. */
export interface GraphqlErrorFacts {
	readonly errors: readonly GraphqlErrorEntry[];
	/** The data that came all the same; null or undefined where nothing was. */
	readonly data: unknown;
	readonly status: number;
	readonly operationName: string | undefined;
	/** Texts that no message may show. */
	readonly secrets?: readonly string[];
}

const shown = ({ errors, secrets = [] }: GraphqlErrorFacts): string =>
	String(withoutSecrets(secrets)(errors.map((one) => one?.message).join("; "))).slice(0, 500);

/**
 * The response has `errors`: the query is wrong, a mutation was refused, or a part of it failed. `data` is what came all the
 * same. Neither the message nor the JSON shows a variable; `errors` is as the server sent it.
 *
 * @example
 * try { await graphql.request(CreateSnippetDocument, { input }); }
 * catch (error) { if (error instanceof GraphqlError) console.log(error.errors[0]?.path, error.data); }
 */
export class GraphqlError extends TenonError {
	readonly errors!: readonly GraphqlErrorEntry[];
	readonly data!: unknown;
	readonly status: number;
	readonly operationName: string | undefined;

	constructor(facts: GraphqlErrorFacts, more: { cause?: unknown } = {}) {
		super(shown(facts), "executeGraphql", { ...more, where: facts.operationName ?? "executeGraphql" });
		// Not listed: they may hold what variables said.
		Object.defineProperty(this, "errors", { value: facts.errors });
		Object.defineProperty(this, "data", { value: facts.data });
		this.status = facts.status;
		this.operationName = facts.operationName;
	}

	override get name(): string {
		return "GraphqlError";
	}
}

/**
 * The mutation was taken for spam, and nothing lifts that. It was not carried out, and is not sent again.
 *
 * @example
 * if (error instanceof SpamError) show("Please write something else.");
 */
export class SpamError extends GraphqlError {
	override get name(): string {
		return "SpamError";
	}
}

/**
 * The mutation waits for a CAPTCHA, and was not carried out: no solver is given, the solver failed (`cause`), or its solutions
 * were not accepted.
 *
 * @example
 * if (error instanceof CaptchaRequiredError) show(error.siteKey, error.spamLogId);
 */
export class CaptchaRequiredError extends GraphqlError {
	/** What to show the CAPTCHA with. */
	readonly siteKey: string;
	/** The challenge's number. */
	readonly spamLogId: number;
	/** How many solutions were sent. */
	readonly solutions: number;

	constructor(
		facts: GraphqlErrorFacts,
		challenge: { readonly siteKey: string; readonly spamLogId: number; readonly solutions: number },
		more: { cause?: unknown } = {},
	) {
		super(facts, more);
		this.siteKey = challenge.siteKey;
		this.spamLogId = challenge.spamLogId;
		this.solutions = challenge.solutions;
	}

	override get name(): string {
		return "CaptchaRequiredError";
	}
}

/**
 * The query costs more than the caller may ask for: as the server says, or, with an estimate switched on, before it was sent.
 *
 * @example
 * if (error instanceof ComplexityError) console.log(error.score, "of", error.limit);
 */
export class ComplexityError extends GraphqlError {
	readonly score: number;
	readonly limit: number;
	/** True where the client's own estimate says so, and nothing was sent. */
	readonly estimated: boolean;

	constructor(
		facts: GraphqlErrorFacts,
		cost: { readonly score: number; readonly limit: number; readonly estimated: boolean },
	) {
		super(facts);
		this.score = cost.score;
		this.limit = cost.limit;
		this.estimated = cost.estimated;
	}

	override get name(): string {
		return "ComplexityError";
	}
}

/**
 * A mutation's payload has `errors`: the platform refused the change, in full sentences.
 *
 * @example
 * if (error instanceof MutationError) show(error.errors.join("\n"));
 */
export class MutationError extends TenonError {
	readonly errors: readonly string[];

	constructor(errors: readonly string[]) {
		super(`the platform refused: ${errors.join(" ").slice(0, 500)}`, "executeGraphql", { where: "" });
		this.errors = errors;
	}

	override get name(): string {
		return "MutationError";
	}
}

/**
 * A mutation's payload, once its `errors` are known to be empty. Throws a MutationError where they are not, and where the
 * payload is null.
 *
 * @example
 * const { snippet } = accepted((await graphql.request(CreateSnippetDocument, { input })).createSnippet);
 */
export function accepted<Payload extends { readonly errors: readonly string[] }>(
	payload: Payload | null | undefined,
): Payload {
	if (!payload) throw new MutationError(["There is no payload."]);
	if (payload.errors.length > 0) throw new MutationError(payload.errors);
	return payload;
}

const complexity = /complexity of (\d+), which exceeds max complexity of (\d+)/;

/** The error that fits what the server says. */
export function graphqlError(facts: GraphqlErrorFacts): GraphqlError {
	for (const { message, extensions } of facts.errors) {
		if (extensions?.needsCaptchaResponse === true) {
			const { captchaSiteKey, spamLogId } = extensions;
			return new CaptchaRequiredError(facts, {
				siteKey: String(captchaSiteKey),
				spamLogId: Number(spamLogId),
				solutions: 0,
			});
		}
		if (extensions?.spam === true) return new SpamError(facts);
		const [, score, limit] = complexity.exec(message) ?? [];
		if (score) return new ComplexityError(facts, { score: Number(score), limit: Number(limit), estimated: false });
	}
	return new GraphqlError(facts);
}
