import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import { bits, integer, objectId, octets, sequence, set, tagged, time, utf8, value, yes } from "./der";

/** A certificate and its key, both as PEM. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

const day = 86_400_000;
/** Browsers refuse certificates that are good for longer. */
const days = 397;

const pem = (label: string, der: Uint8Array): string => {
	const lines =
		Buffer.from(der)
			.toString("base64")
			.match(/.{1,64}/g) ?? [];
	return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
};

/** The sixteen bytes of an IPv6 address, as URLs write it. */
function bytesOfV6(address: string): number[] {
	const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
	const groups = (part: string): string[] => part.split(":").filter((one) => one !== "");
	const [front, back] = [groups(head), groups(tail ?? "")];
	const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => "0"), ...back];
	return all.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]);
}

/** A name or an address that the certificate is good for. */
function alternative(host: string): Uint8Array {
	const kind = isIP(host);
	if (kind === 0) return value(0x82, Buffer.from(host, "latin1"));
	return value(0x87, Uint8Array.from(kind === 4 ? host.split(".").map(Number) : bytesOfV6(host)));
}

const ecdsaWithSha256 = sequence(objectId("1.2.840.10045.4.3.2"));

/**
 * A certificate that signs itself, for a P-256 key made for it: good for these hosts, from yesterday on for a year. Clients that
 * take it for an authority trust the server that has it.
 */
export function selfSigned(hosts: readonly string[]): Certificate {
	const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
	const spki = publicKey.export({ type: "spki", format: "der" });
	// The key's own bits: an uncompressed point, 65 bytes at the end.
	const keyId = createHash("sha1").update(spki.subarray(-65)).digest();
	const name = sequence(set(sequence(objectId("2.5.4.3"), utf8("Tenon mock"))));
	const now = Date.now();
	const extension = (id: string, content: Uint8Array, critical = false): Uint8Array =>
		sequence(objectId(id), ...(critical ? [yes] : []), octets(content));
	const content = sequence(
		tagged(0, integer(Uint8Array.of(2))),
		// A number that no other certificate of this name has; a first byte above zero keeps it in its shortest form.
		integer(Buffer.concat([Uint8Array.of(1), randomBytes(15)])),
		ecdsaWithSha256,
		name,
		sequence(time(new Date(now - day)), time(new Date(now + (days - 1) * day))),
		name,
		spki,
		tagged(
			3,
			sequence(
				extension("2.5.29.14", octets(keyId)),
				extension("2.5.29.35", sequence(value(0x80, keyId))),
				extension("2.5.29.19", sequence(yes), true),
				// Signs what the server says, and certificates: its own.
				extension("2.5.29.15", bits(Uint8Array.of(0b1000_0100), 2), true),
				extension("2.5.29.37", sequence(objectId("1.3.6.1.5.5.7.3.1"))),
				extension("2.5.29.17", sequence(...hosts.map(alternative))),
			),
		),
	);
	const signature = sign("sha256", content, privateKey);
	return {
		cert: pem("CERTIFICATE", sequence(content, ecdsaWithSha256, bits(signature))),
		key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
	};
}
