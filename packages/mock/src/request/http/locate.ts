import type { RawRequest } from "./raw";

/** Where a request's path leads, once the installation's prefix is off. */
export interface Target {
	/** Scheme and host of a whole address; undefined where the request has a path alone, as servers get it. */
	readonly origin: string | undefined;
	readonly path: string;
	readonly query: string;
}

const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i;

/** Takes a request's address apart. */
export function locate({ url }: Pick<RawRequest, "url">): Target {
	// Servers are sent a path alone, and that needs no looking for an origin in it.
	const [, origin, rest = url] = (url.startsWith("/") ? undefined : absolute.exec(url)) ?? [];
	const hash = rest.indexOf("#");
	const whole = hash < 0 ? rest : rest.slice(0, hash);
	const mark = whole.indexOf("?");
	return {
		origin,
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
	#sent: string | undefined;
	#host: string | undefined;
	#origin = originOf("http://");

	/** @param host The header, for requests that have no origin in their address. */
	of(origin: string | undefined, host: string | undefined): string {
		if (this.#sent !== origin || this.#host !== host) {
			this.#origin = originOf(origin ?? `http://${host ?? ""}`);
			this.#sent = origin;
			this.#host = host;
		}
		return this.#origin;
	}
}
