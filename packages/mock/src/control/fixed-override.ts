import type { RawRequest } from "../request/http/raw";
import type { ControlledOperation } from "./operation-names";
import { drawing, type RequestMatch } from "./request-match";
import { filled } from "./template";

/** A call to which an override may respond in the platform's place. */
export interface OverriddenCall {
	readonly operation: ControlledOperation | undefined;
	readonly request: RawRequest;
	/** The path's parameters, decoded. */
	readonly params: { readonly [name: string]: unknown };
	readonly query: URLSearchParams;
	/** The body as JSON; undefined where it is none. */
	json(): unknown;
}

/** A response of any shape: over HTTP the operation's type is not known. */
export interface AnyAnswer {
	readonly status?: number;
	readonly headers?: { readonly [name: string]: string };
	readonly body?: unknown;
}

/** A response in the platform's place, as data. */
export interface FixedOverride extends AnyAnswer {
	/** The operation that it overrides. Default: every request that `match` names. */
	readonly operation?: ControlledOperation;
	readonly match?: RequestMatch;
	/** Overrides this share of the requests, above 0 and up to 1. Default 1: all. */
	readonly share?: number;
	/** Seed of the draws for `share`. Default 1. */
	readonly seed?: number;
	/** The most responses that it makes. Default: no limit. */
	readonly times?: number;
	/** Responses, one after the other; after the last the platform responds again. In place of `status`, `headers`, `body` and `times`. */
	readonly responses?: readonly AnyAnswer[];
	/** Whether `{{params.id}}`, `{{query.page}}`, `{{body.title}}`, `{{method}}` and `{{path}}` in texts stand for what the request holds. */
	readonly template?: boolean;
}

/** A fixed response that was added. */
export interface Override {
	readonly id: string;
	readonly options: FixedOverride;
	/** How many responses it made. */
	readonly calls: number;
	/** Whether it is switched on. */
	readonly enabled: boolean;
	remove(): void;
}

/** A fixed response, and the calls that it is for. */
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

	/** Counts and draws begin anew. */
	set options(options: FixedOverride) {
		this.#options = options;
		this.calls = 0;
		this.#isDrawn = drawing(options.share, options.seed);
	}

	/** Notes its options and its count. Returns what brings them back. */
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

	/** Its next response, which it counts; undefined if it leaves the call to others. */
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

/** A response whose templates are replaced by the request's values. */
function filledAnswer(
	{ status, headers, body }: AnyAnswer,
	{ request, params, query, json }: OverriddenCall,
): AnyAnswer {
	const [path = ""] = request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/, 1);
	const values = { params, query: Object.fromEntries(query), body: json(), method: request.method, path };
	const texts = Object.entries(headers ?? {}).map(([name, text]) => [name, String(filled(text, values) ?? "")]);
	return { ...(status !== undefined && { status }), headers: Object.fromEntries(texts), body: filled(body, values) };
}
