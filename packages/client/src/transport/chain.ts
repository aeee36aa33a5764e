import type { Core } from "../connection/connection";
import { authenticated, type Write } from "./authenticated";
import { counted } from "./counted";
import { dispatch } from "./dispatch";
import { inTime } from "./in-time";
import { inTurn } from "./in-turn";
import { read } from "./read";
import { redirects } from "./redirects";
import { retry, type Transmit } from "./retry";
import { sudo } from "./sudo";
import { throughMiddleware } from "./through-middleware";

/** Which links a chain has beside those that each one has. */
interface Links {
	/** Puts the client's token into each attempt; absent where requests carry none. */
	readonly write?: Write;
	/** Whether responses are returned as they are, refusals too, with their bodies unread. */
	readonly raw?: boolean;
}

/**
 * Puts the links together, once for a client: what is not set up costs nothing. A dialect would rewrite the request between
 * `counted` and `throughMiddleware`, and the response's body after `read`.
 */
export function chain(core: Core, { write, raw = false }: Links): Transmit {
	let send = redirects(core, dispatch(core));
	if (core.middleware.length > 0) send = throughMiddleware(core.middleware, send);
	send = counted(core.events, send);
	if (write) send = sudo(send);
	if (write && core.credentials) send = authenticated(core.credentials, write, send);
	if (!raw) send = read(send);
	send = inTime(send);
	if (core.limit) send = inTurn(core.limit, send);
	return retry(core, send, raw);
}

/** Makes one chain for each client, when it is first needed. */
function oncePerCore(make: (core: Core) => Transmit): (core: Core) => Transmit {
	const made = new WeakMap<Core, Transmit>();
	return (core) => {
		let transmit = made.get(core);
		if (!transmit) {
			transmit = make(core);
			made.set(core, transmit);
		}
		return transmit;
	};
}

const writeOf =
	({ credentials }: Core): Write =>
	({ headers }, token) =>
		credentials?.write(headers, token);

/** For the client's own platform. */
export const toPlatform = /* @__PURE__ */ oncePerCore((core) => chain(core, { write: writeOf(core) }));

/** The same, for callers that read the responses themselves. */
export const toPlatformRaw = /* @__PURE__ */ oncePerCore((core) => chain(core, { write: writeOf(core), raw: true }));

/** For any other place: with no credential of the client's. */
export const elsewhere = /* @__PURE__ */ oncePerCore((core) => chain(core, {}));
