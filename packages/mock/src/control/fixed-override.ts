import type { RawRequest } from "../request/http/raw";
import type { ControlledOperation } from "./operation-names";
import { drawing, type RequestMatch } from "./request-match";
import { filled } from "./template";

/** A request to which an override may respond in place of the platform. */
export interface OverriddenCall {
	readonly operation: ControlledOperation | undefined;
	readonly request: RawRequest;
	/** The path parameters, decoded. */
	readonly params: { readonly [name: string]: unknown };
	readonly query: URLSearchParams;
	/** Returns the body as JSON; undefined if it is not JSON. */
	json(): unknown;
}

/** A response of any shape: over HTTP the operation's type is unknown. */
export interface AnyAnswer {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: unknown;
}

/** A response in place of the platform's, as data. */
export interface FixedOverride extends AnyAnswer {
	/** The operation that it overrides. Default: every request that matches `match`. */
	readonly operation?: ControlledOperation;
	readonly match?: RequestMatch;
	/** The share of the matching requests that is overridden, above 0 and at most 1. Default: 1, all. */
	readonly share?: number;
	/** Seed of the random draws for `share`. Default: 1. */
	readonly seed?: number;
	/** The maximum number of responses. Default: no limit. */
	readonly times?: number;
	/** A sequence of responses, in place of `status`, `headers`, `body` and `times`. Then the platform responds. */
	readonly responses?: readonly AnyAnswer[];
	/** Whether texts contain placeholders for values of the request, such as `{{params.id}}` or `{{body.title}}`. */
	readonly template?: boolean;
}

/** A fixed response that was added. */
export interface Override {
	readonly id: string;
	readonly options: FixedOverride;
	/** How many responses it has made. */
	readonly calls: number;
	/** Whether it is switched on. */
	readonly enabled: boolean;
	remove(): void;
}

/** A fixed response, and the requests that it is for. */
export class FixedRule implements Override {
	readonly id: string;
	readonly remove: () => void;
	calls = 0;
	enabled = true;
	#options: FixedOverride;
	#isDrawn: () => boolean;

	constructor(id: string, options: FixedOverride, remove: () => void = () => {}) {
		this.id = id;
		this.remove = remove;
		this.#options = options;
		this.#isDrawn = drawing(options.share, options.seed);
	}

	get options(): FixedOverride {
		return this.#options;
	}

	/** Changes the options. Counts and random draws start again. */
	set options(options: FixedOverride) {
		this.#options = options;
		this.calls = 0;
		this.#isDrawn = drawing(options.share, options.seed);
	}

	/** Notes the options and the count. Returns a function that restores them. */
	note(): () => void {
		const { options, enabled, calls } = this;
		const isDrawn = this.#isDrawn;
		return () => {
			this.options = options;
			this.enabled = enabled;
			this.calls = calls;
			this.#isDrawn = isDrawn;
		};
	}

	get operation(): ControlledOperation | undefined {
		return this.#options.operation;
	}

	get match(): RequestMatch | undefined {
		return this.#options.match;
	}

	/** Returns and counts the next response; undefined if it leaves the request to others. */
	take(): AnyAnswer | undefined {
		const { responses, times, status, headers, body } = this.#options;
		const most = responses?.length ?? times ?? Number.POSITIVE_INFINITY;
		if (this.calls >= most || !this.#isDrawn()) return undefined;
		const single = { ...(status !== undefined && { status }), ...(headers && { headers }), body };
		const next = responses?.[this.calls] ?? single;
		this.calls += 1;
		return next;
	}

	readonly resolver = (call: OverriddenCall): AnyAnswer | undefined => {
		const next = this.take();
		return next && this.#options.template ? filledAnswer(next, call) : next;
	};
}

/** Returns a response with its templates replaced by the request's values. */
function filledAnswer(
	{ status, headers, body }: AnyAnswer,
	{ request, params, query, json }: OverriddenCall,
): AnyAnswer {
	const [path = ""] = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
	const values = { params, query: Object.fromEntries(query), body: json(), method: request.method, path };
	const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(filled(text, values) ?? "")]);
	return { ...(status !== undefined && { status }), headers: Object.fromEntries(texts), body: filled(body, values) };
}
