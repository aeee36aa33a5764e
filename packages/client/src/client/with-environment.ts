import type { ClientOptions, Variables } from "../connection/connection";
import { UsageError } from "../errors/errors";

/** The token of the environment goes to the URL of the environment only. */
export function withEnvironment(options: ClientOptions): ClientOptions {
	if (options.baseUrl !== undefined) return options;
	const variables = environment();
	// The second is what `tenon-mock exec` sets, and what the programs read.
	const url = variables.TENON_URL || variables.TENON_BASE_URL;
	const token = variables.TENON_TOKEN;
	const { baseUrl, auth } = (url ? { baseUrl: url } : options.dialect?.fromEnvironment?.(variables)) ?? {};
	if (!baseUrl) throw new UsageError("baseUrl", "is missing: pass it, or set the environment variable TENON_URL");
	return { ...options, baseUrl, auth: options.auth ?? (token || auth) };
}

/** Variables of the environment; none in a browser. */
function environment(): Variables {
	const { process } = globalThis as { process?: { env?: Variables } }; // where there is one
	return process?.env ?? {};
}
