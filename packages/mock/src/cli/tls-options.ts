import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { ListenOptions } from "../server/listen";
import { UsageError } from "./usage-error";

interface Given {
	readonly tls?: boolean | undefined;
	readonly "tls-cert"?: string | undefined;
	readonly "tls-key"?: string | undefined;
	readonly "tls-ca-out"?: string | undefined;
}

function read(option: string, file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		throw new UsageError(`--${option}: ${error instanceof Error ? error.message : error}`);
	}
}

/** How HTTPS is served, by the options; undefined for HTTP. */
export function tlsOf(given: Given): ListenOptions["tls"] {
	const [certFile, keyFile] = [given["tls-cert"], given["tls-key"]];
	if ((certFile === undefined) !== (keyFile === undefined))
		throw new UsageError("--tls-cert and --tls-key go together: a certificate, and its key.");
	if (certFile !== undefined && keyFile !== undefined) {
		const tls = { cert: read("tls-cert", certFile), key: read("tls-key", keyFile) };
		try {
			createSecureContext(tls);
		} catch (error) {
			throw new UsageError(
				`--tls-cert and --tls-key are no certificate with its key: ${error instanceof Error ? error.message : error}`,
			);
		}
		return tls;
	}
	if (given.tls) return true;
	if (given["tls-ca-out"] !== undefined) throw new UsageError("--tls-ca-out goes with --tls.");
	return undefined;
}
