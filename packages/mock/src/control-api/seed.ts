/** Loading a seed over HTTP. */
import { decodeUtf8 } from "../lib/utf8";
import type { RawRequest } from "../request/http/raw";
import type { SeedResult } from "../seed/file/load";
import { parseSeed } from "../seed/file/parse";
import type { ControlCall } from "./call";
import { ControlRefusal } from "./told";

function textOf({ body }: RawRequest): string {
	if (body === null || body === undefined || body.length === 0)
		throw new ControlRefusal(400, "The body is empty: send a seed, as JSON or YAML.");
	const text = typeof body === "string" ? body : decodeUtf8(body);
	if (text === undefined) throw new ControlRefusal(400, "The body is not UTF-8.");
	return text;
}

/** Adds the records of a seed in the body, JSON or YAML, to what the platform holds. */
export async function loadSeedOf({ platform, request }: ControlCall): Promise<SeedResult> {
	return platform.load(await parseSeed(textOf(request)));
}
