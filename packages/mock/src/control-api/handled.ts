import { ControlRefusal } from "../lib/control-error";
import type { RawRequest } from "../request/http/raw";
import type { ControlledPlatform } from "./controlled";
import { originOf } from "./send";

/** A request that the control API sends to the platform. */
interface Sent extends Pick<RawRequest, "method" | "headers" | "body"> {
	/** With the query. */
	readonly path: string;
}

/**
 * Sends a request to the platform on behalf of a call of the control API. Returns the id of its entry in the journal, and its
 * status.
 *
 * @throws ControlRefusal (502) if a fault breaks the connection.
 */
export async function handled(
	platform: ControlledPlatform,
	call: RawRequest,
	{ path, ...sent }: Sent,
): Promise<{ id: string; status: number }> {
	const origin = originOf(call);
	const { status, headers } = await platform.handle({
		...sent,
		url: `${origin}${path}`,
		headers: { ...sent.headers, host: new URL(origin).host },
		...(call.ip === undefined ? {} : { ip: call.ip }),
		...(call.signal ? { signal: call.signal } : {}),
	});
	const id = headers["x-request-id"];
	if (id === undefined) throw new ControlRefusal(502, "The response was lost: a fault broke the connection.");
	return { id, status };
}
