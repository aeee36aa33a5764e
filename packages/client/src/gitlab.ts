/** Support for GitLab: its names ({@link gitlab}), and endpoints outside the contract ({@link supporting}). */
import { gitlabOmits, gitlab as names, Translator } from "@tenon/contract/dialects";
import type { ClientExtension } from "./client/extend";
import type { ClientOptions, Dialect, Fetch, Variables } from "./connection/connection";
import { resources } from "./generated/supporting/resources";

export type { Dialect } from "./connection/connection";

/**
 * Read-only methods for endpoints outside the contract: the version of the installation, projects, issues, merge
 * requests and branches. `tenon-mock serve` supports them too.
 *
 * @example
 * import { createClient } from "@tenon/client";
 * import { extend } from "@tenon/client/extend";
 * import { gitlab, supporting } from "@tenon/client/gitlab";
 * const tenon = extend(createClient({ baseUrl: "https://gitlab.example.com", auth: { token }, dialect: gitlab }), supporting);
 * const { version } = await tenon.instance.getVersion();
 * for await (const issue of tenon.issues.list({ id: "acme/web", state: "opened" })) console.log(issue.title);
 */
export const supporting: ClientExtension<typeof resources> = { resources };

const outward = new Translator(names, "forward");
const inward = new Translator(names, "swap");

/**
 * The dialect of a real GitLab. Sends and reads GitLab's names where the specification has neutral ones (profile fields
 * of users, AI features of groups, Global IDs, scopes, CAPTCHA headers, the session cookie, a path). Types and results
 * keep the specification's names. Based on GitLab 18.9; `docs/gitlab.md` lists the differences.
 *
 * @example
 * import { createClient } from "@tenon/client";
 * import { gitlab } from "@tenon/client/gitlab";
 * const tenon = createClient({ baseUrl: "https://gitlab.example.com", auth: { token }, dialect: gitlab });
 * const { microblog } = await tenon.users.getCurrent(); // GitLab sends "twitter"
 * const inJob = createClient({ dialect: gitlab }); // within a CI job: CI_API_V4_URL, and TENON_TOKEN or CI_JOB_TOKEN
 */
export const gitlab: Dialect = { translate, omits: gitlabOmits, fromEnvironment };

/** Returns the URL of the GitLab that runs the CI job, and the job's token, which only works for a few operations. */
function fromEnvironment({
	CI_API_V4_URL,
	CI_SERVER_URL,
	CI_JOB_TOKEN,
}: Variables): Pick<ClientOptions, "baseUrl" | "auth"> {
	return {
		baseUrl: CI_API_V4_URL?.replace(/\/api\/v4\/?$/, "") || CI_SERVER_URL,
		auth: CI_JOB_TOKEN ? { token: CI_JOB_TOKEN, as: "job-token" } : undefined,
	};
}

function translate(fetch: Fetch): Fetch {
	return async (input, init = {}) => {
		const isRequest = typeof input !== "string";
		const method = init.method ?? (isRequest ? input.method : "GET");
		const url = isRequest ? input.url : input;
		const headers = Object.fromEntries(new Headers(init.headers ?? (isRequest ? input.headers : undefined)));
		const body = isRequest ? await bodyOf(input) : bodyOfInit(init.body);
		const wire = outward.request({ method, url, headers, ...(body !== undefined && { body }) });
		// The translator returns headers with values, and a body of the same type as its input.
		const sent = { ...init, method, headers: wire.headers as Record<string, string> };
		const response = await fetch(wire.url, {
			...sent,
			body: body === undefined ? (init.body ?? null) : (wire.body as BodyInit | null),
			signal: init.signal ?? (isRequest ? input.signal : null),
		});
		return read(method, url, response);
	};
}

async function bodyOf(request: Request): Promise<Uint8Array | null> {
	return request.body ? new Uint8Array(await request.arrayBuffer()) : null;
}

/** Returns a body that the translator can read. Undefined for a stream or a file, which contain no names. */
function bodyOfInit(body: RequestInit["body"]): string | FormData | undefined {
	return typeof body === "string" || body instanceof FormData ? body : undefined;
}

/**
 * Translates a response to the specification's names. A response without GitLab's names is returned as it is, its body
 * unread.
 */
async function read(method: string, url: string, response: Response): Promise<Response> {
	const { status, statusText, headers } = response;
	// GitLab does not return the alerts of a metrics payload.
	if (status === 201 && /\/alerts\/notify[/.]/.test(url)) return Response.json([], { status, statusText });
	const isJson = headers.get("content-type")?.includes("json") === true;
	if (!isJson || !response.body || !inward.concerns(method, url, status)) return response;
	const text = inward.response(method, url, status, await response.text());
	const translated = new Response(text, { status, statusText, headers });
	return Object.defineProperties(translated, {
		url: { value: response.url },
		redirected: { value: response.redirected },
	});
}
