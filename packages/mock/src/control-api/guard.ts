import type { RawRequest } from "../request/http/raw";

/** The part of an authority that names the host, in lower case, without port and brackets. */
const hostName = (authority: string): string =>
	authority
		.toLowerCase()
		.replace(/:\d+$/, "")
		.replace(/^\[(.*)\]$/, "$1");

const isLoopbackAddress = (address: string): boolean =>
	address === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);

/** Whether a name means this machine, whoever resolves it. */
const isLoopbackName = (host: string): boolean =>
	host === "localhost" || host.endsWith(".localhost") || isLoopbackAddress(host);

function ownAuthority({ url, headers }: RawRequest): string {
	const [, inAddress] = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
	return (inAddress ?? headers.host ?? "").toLowerCase();
}

/** Whether a request comes from a page of another origin. */
export function isForeign(request: RawRequest): boolean {
	const { origin } = request.headers;
	if (origin === undefined) return false;
	const [, authority] = /^https?:\/\/([^/?#]*)$/i.exec(origin) ?? [];
	return authority?.toLowerCase() !== ownAuthority(request);
}

/** Whether a request came over a socket by a name that is not this machine's: a page can have its own name lead here. */
export function isRebound({ ip, headers }: RawRequest): boolean {
	const host = hostName(headers.host ?? "");
	const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
	return ip !== undefined && !isAddress && !isLoopbackName(host);
}

/** Compares in a time that does not depend on how much of the input is right. */
function same(text: string, expected: string): boolean {
	let differs = text.length ^ expected.length;
	for (let at = 0; at < text.length; at++) differs |= text.charCodeAt(at) ^ expected.charCodeAt(at % expected.length);
	return differs === 0;
}

/** Whether a path leads to the control API of any world. */
export const isControl = (url: string): boolean =>
	url.includes("/_mock") && /\/_mock(?:\/|$)/.test(url.split(/[?#]/, 1)[0] ?? "");

/**
 * Whether a call of the control API that came over a socket is refused: unless it carries the control token it has to come
 * from this machine, and to have asked for it by a name of it. A page on the web can have its own name lead here, and then
 * counts as no foreign origin.
 */
export function isShutOut(request: RawRequest, token: string | undefined): boolean {
	if (token && same(request.headers["x-mock-control-token"] ?? "", token)) return false;
	return !isLoopbackAddress(request.ip ?? "") || !isLoopbackName(hostName(request.headers.host ?? ""));
}
