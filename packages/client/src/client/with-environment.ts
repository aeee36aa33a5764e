import type { ClientOptions, Variables } from "../connection/connection";
import { UsageError } from "../errors/errors";

/** Completes the options from the environment. The environment's token is only used with the environment's URL. */
export function withEnvironment(options: ClientOptions): ClientOptions {
	if (options.baseUrl !== undefined) return options;
	const variables = environment();
	// `tenon-mock exec` sets TENON_BASE_URL for the programs that it runs.
	const url = variables.TENON_URL || variables.TENON_BASE_URL;
	const token = variables.TENON_TOKEN;
	const { baseUrl, auth } = (url ? { baseUrl: url } : options.dialect?.fromEnvironment?.(variables)) ?? {};
	if (!baseUrl) throw new UsageError("baseUrl", "is missing: pass it, or set the environment variable TENON_URL");
	return { ...options, baseUrl, auth: options.auth ?? (token || auth) };
}

/** Returns the environment variables; empty in a browser. */
function environment(): Variables {
	const { process } = globalThis as { process?: { env?: Variables } }; // where there is one
	return process?.env ?? {};
}
