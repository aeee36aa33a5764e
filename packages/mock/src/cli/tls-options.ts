import type { ListenOptions } from "../server/listen";
import type { ServeCommandOptions } from "./command-options";
import { UsageError } from "./usage-error";

function read(option: string, file: string): string {
	try {
		return process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
	} catch (error) {
		throw new UsageError(`--${option}: ${error instanceof Error ? error.message : error}`);
	}
}

/** Returns the TLS options; undefined for HTTP. */
export function tlsOf({
	tls: isTls,
	tlsCert: certFile,
	tlsKey: keyFile,
	tlsCaOut,
}: ServeCommandOptions): ListenOptions["tls"] {
	if ((certFile === undefined) !== (keyFile === undefined))
		throw new UsageError("Use --tls-cert and --tls-key together: a certificate and its key.");
	if (certFile !== undefined && keyFile !== undefined) {
		const tls = { cert: read("tls-cert", certFile), key: read("tls-key", keyFile) };
		try {
			// Loaded only if needed, because it takes 4 ms.
			process.getBuiltinModule("node:tls").createSecureContext(tls);
		} catch (error) {
			throw new UsageError(
				`--tls-cert and --tls-key must be a certificate and its private key: ${error instanceof Error ? error.message : error}`,
			);
		}
		return tls;
	}
	if (isTls) return true;
	if (tlsCaOut !== undefined) throw new UsageError("--tls-ca-out requires --tls.");
	return undefined;
}
