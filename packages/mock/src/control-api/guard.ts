import type { RawRequest } from "../request/http/raw";

/** Returns the host name of an authority in lower case, without port and brackets. */
const hostName = (authority: string): string =>
	authority
		.toLowerCase()
		.replace(/:\d+$/, "")
		.replace(/^\[(.*)\]$/, "$1");

const isLoopbackAddress = (address: string): boolean =>
	address === "::1" || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address);

/** Whether a host name always means this machine. */
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

/** Whether a request came over a socket with another machine's host name, as by DNS rebinding. */
export function isRebound({ ip, headers }: RawRequest): boolean {
	const host = hostName(headers.host ?? "");
	const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
	return ip !== undefined && !isAddress && !isLoopbackName(host);
}

/** Compares two texts in constant time. */
function same(text: string, expected: string): boolean {
	let differs = text.length ^ expected.length;
	for (let at = 0; at < text.length; at++) differs |= text.charCodeAt(at) ^ expected.charCodeAt(at % expected.length);
	return differs === 0;
}

/** Whether a URL is one of the control API, of any world. */
export const isControl = (url: string): boolean =>
	url.includes("/_mock") && /\/_mock(?:\/|$)/.test(url.split(/[?#]/, 1)[0] ?? "");

/**
 * Whether to refuse a call of the control API that came over a socket. Without the control token, it must come from
 * this machine and use one of its names as the host: a page on the web can make its own name resolve to this machine,
 * and then does not count as a foreign origin.
 */
export function isShutOut(request: RawRequest, token: string | undefined): boolean {
	if (token && same(request.headers["x-mock-control-token"] ?? "", token)) return false;
	return !isLoopbackAddress(request.ip ?? "") || !isLoopbackName(hostName(request.headers.host ?? ""));
}
