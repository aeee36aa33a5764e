import { TenonError } from "../errors/errors";
import { withoutSecrets } from "../errors/without-secrets";

/** One entry of a response's `errors`. */
export interface GraphqlErrorEntry {
	readonly message: string;
	readonly locations?: readonly { readonly line: number; readonly column: number }[] | undefined;
	readonly path?: readonly (string | number)[] | undefined;
	readonly extensions?: { readonly [name: string]: unknown } | undefined;
}

/** The arguments of a {@link GraphqlError}. */
export interface GraphqlErrorFacts {
	readonly errors: readonly GraphqlErrorEntry[];
	/** The data that the response has besides its errors; null or undefined if it has none. */
	readonly data: unknown;
	readonly status: number;
	readonly operationName: string | undefined;
	/** Texts that no message may show. */
	readonly secrets?: readonly string[];
}

const shown = ({ errors, secrets = [] }: GraphqlErrorFacts): string =>
	String(withoutSecrets(secrets)(errors.map((one) => one?.message).join("; "))).slice(0, 500);

/**
 * The response has `errors`: the query is invalid, a mutation was refused, or a part of it failed. `data` is the data
 * that the response has anyway. The message and the JSON show no variables; `errors` is exactly as the server sent it.
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
		// Not enumerable: they can contain values of variables.
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
 * The mutation was rejected as spam, and no CAPTCHA can change that. It was not carried out, and is not sent again.
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
 * The mutation requires a CAPTCHA, and was not carried out: there is no solver, the solver failed (`cause`), or its
 * solutions were not accepted.
 *
 * @example
 * if (error instanceof CaptchaRequiredError) show(error.siteKey, error.spamLogId);
 */
export class CaptchaRequiredError extends GraphqlError {
	/** The site key to show the CAPTCHA with. */
	readonly siteKey: string;
	/** The id of the challenge. */
	readonly spamLogId: number;
	/** The number of solutions that were sent. */
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
 * The complexity of the query is above the limit. The server reports it, or the client's estimate, before anything is
 * sent. sent.
 *
 * @example
 * if (error instanceof ComplexityError) console.log(error.score, "of", error.limit);
 */
export class ComplexityError extends GraphqlError {
	readonly score: number;
	readonly limit: number;
	/** True if the client estimated the complexity, and nothing was sent. */
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
 * The payload of a mutation has `errors`: the platform refused the change. They are full sentences.
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
 * Returns the payload of a mutation if its `errors` are empty. Throws a MutationError if they are not, or if the
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

/** Creates the error for a response with `errors`. */
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
