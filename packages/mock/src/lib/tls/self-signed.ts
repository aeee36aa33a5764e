import { isIP } from "node:net";
// Required by a dependency of the next import.
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** A certificate and its key, both as PEM. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

const day = 86_400_000;
/** The maximum validity that browsers accept. */
const days = 397;

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Returns a host name or an IP address. IPv6 is written without dots: the library does not read `::ffff:1.2.3.4`. */
const nameOf = (host: string): x509.JsonGeneralName => {
	const kind = isIP(host);
	if (kind === 0) return { type: "dns", value: host };
	return { type: "ip", value: kind === 4 ? host : new URL(`http://[${host}]`).hostname.slice(1, -1) };
};

/**
 * Creates a key and a self-signed certificate for these hosts, valid for 397 days from yesterday. Clients that trust it
 * as an authority trust the server that uses it.
 */
export async function selfSigned(hosts: readonly string[]): Promise<Certificate> {
	const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
	const now = Date.now();
	const certificate = await x509.X509CertificateGenerator.createSelfSigned(
		{
			name: "CN=Tenon mock",
			notBefore: new Date(now - day),
			notAfter: new Date(now + (days - 1) * day),
			keys,
			signingAlgorithm: algorithm,
			extensions: [
				await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
				// OpenSSL's strict check requires it, even for a self-signed certificate.
				await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey),
				new x509.BasicConstraintsExtension(true, undefined, true),
				new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign, true),
				new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
				new x509.SubjectAlternativeNameExtension(hosts.map(nameOf)),
			],
		},
		crypto,
	);
	const key = x509.PemConverter.encode(
		await crypto.subtle.exportKey("pkcs8", keys.privateKey),
		x509.PemConverter.PrivateKeyTag,
	);
	return { cert: `${certificate.toString("pem")}\n`, key: `${key}\n` };
}
