import type { Core } from "../connection/connection";
import { RedirectError } from "../errors/errors";
import { parseUrl } from "../lib/url";
import type { Attempt, Call, Send } from "./call";
import { discard } from "./discard";
import { bare } from "./dispatch";

const longest = 5;

/** Follows allowed redirects: only of reads, with the credential within the origin, without it to other origins. */
export function redirects(core: Core, next: Send): Send {
	return (call, attempt) =>
		next(call, attempt).then((response) => {
			attempt.responded = true;
			return isRedirect(response) ? follow(core, call, attempt, response) : response;
		});
}

const isRedirect = (response: Response): boolean =>
	!response.ok &&
	(response.type === "opaqueredirect" ||
		([301, 302, 303, 307, 308].includes(response.status) && response.headers.has("location")));

async function follow(core: Core, call: Call, attempt: Attempt, first: Response): Promise<Response> {
	const { request, controller, number } = attempt;
	const { method } = request ?? call;
	let { url: from } = request ?? attempt;
	let headers = request ? Object.fromEntries(request.headers) : attempt.headers;
	let response = first;
	for (let hops = 0; isRedirect(response); hops++) {
		// A browser hides the target of an opaque redirect.
		const location = response.headers.get("location");
		const target = location === null ? undefined : parseUrl(location, from);
		if (target) target.username = target.password = "";
		const fault =
			method !== "GET" && method !== "HEAD"
				? "of a changing request"
				: !target || !/^https?:$/.test(target.protocol)
					? "to a URL that cannot be used"
					: hops >= longest
						? "after five others"
						: target.origin !== core.origin && core.redirects === "same-origin" && "to another origin";
		if (!target || fault)
			throw new RedirectError(
				`a redirect ${fault} is not followed`,
				call.route.id,
				response.status,
				target?.href,
				number,
			);
		discard(response);
		if ([from, target].some((each) => new URL(each).origin !== core.origin)) headers = bare(headers);
		from = target.href;
		response = await core.fetch(from, { method, headers, signal: controller.signal, redirect: "manual" });
	}
	return response;
}
