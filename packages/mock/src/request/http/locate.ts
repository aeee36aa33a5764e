import type { RawRequest } from "./raw";

/** Where a request's path leads, once the installation's prefix is off. */
export interface Target {
	/** Scheme and host as sent. */
	readonly origin: string;
	readonly path: string;
	readonly query: string;
}

const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i;

/** Takes a request's address apart. */
export function locate({ url, headers }: RawRequest): Target {
	// Servers are sent a path alone, and that needs no looking for an origin in it.
	const [, origin, rest] = (url.startsWith("/") ? undefined : absolute.exec(url)) ?? [];
	const whole = (rest ?? url).split("#", 1)[0] ?? "";
	const mark = whole.indexOf("?");
	return {
		origin: origin ?? `http://${headers.host ?? ""}`,
		path: mark < 0 ? whole : whole.slice(0, mark),
		query: mark < 0 ? "" : whole.slice(mark + 1),
	};
}

/** The origin that links are written with. A host that is none is not repeated. */
function originOf(origin: string): string {
	// Credentials in an address are no part of it.
	const [, scheme = "http:", host = ""] = /^([^/]+)\/\/(?:[^@]*@)?(.*)$/.exec(origin) ?? [];
	const plain = /^(?:[\w.-]+|\[[\d.:a-f]+\])(?::\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
	return `${scheme}//${plain ? host : "localhost"}`;
}

/** Origins as links are written with; nearly every request comes to the address of the one before. */
export class Origins {
	#sent = "";
	#origin = "";

	of(origin: string): string {
		if (this.#sent !== origin) {
			this.#origin = originOf(origin);
			this.#sent = origin;
		}
		return this.#origin;
	}
}
