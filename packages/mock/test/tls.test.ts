import { spawnSync } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { createPlatform, demo } from "@tenon/mock";
import { type ListenOptions, listen, type Server } from "@tenon/mock/node";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "./support/temporary-folder";

async function secured(tls: NonNullable<ListenOptions["tls"]> = true, host = "127.0.0.1"): Promise<Server> {
	const server = await listen(createPlatform({ seed: demo }), { tls, host });
	onTestFinished(() => server.close());
	return server;
}

interface ReadResponse {
	readonly status: number | undefined;
	readonly link: string | undefined;
	readonly text: string;
}

/** Sends a request with a client that trusts only one certificate, and that checks the server's name. */
const ask = (url: string, ca: string, headers: { [name: string]: string } = {}): Promise<ReadResponse> =>
	new Promise((resolve, reject) => {
		const sent = { "private-token": "developer-token", ...headers };
		// Without this, node would compare the certificate with the host that the request names.
		const servername = headers.host === undefined ? {} : { servername: "localhost" };
		const sending = request(url, { ca, headers: sent, ...servername }, (response) => {
			let text = "";
			response.setEncoding("utf8").on("data", (chunk: string) => {
				text += chunk;
			});
			response.on("end", () => resolve({ status: response.statusCode, link: String(response.headers.link), text }));
		});
		sending.on("error", reject).end();
	});

test("a certificate made at the start is trusted by clients that have it, for each of its names, and by no other client", async () => {
	const { url, port, certificate } = await secured();
	const pem = certificate?.pem ?? "";
	expect(url).toBe(`https://127.0.0.1:${port}`);
	const path = "/api/v4/projects/acme%2Fweb/pipelines?per_page=1";
	expect(await ask(`${url}${path}`, pem)).toMatchObject({ status: 200 });
	const { link } = await ask(`https://localhost:${port}${path}`, pem);
	expect(link).toContain(`<https://localhost:${port}/api/v4/projects/acme%2Fweb/pipelines?page=2&per_page=1>`);
	const other = await secured();
	await expect(ask(`${url}${path}`, other.certificate?.pem ?? "")).rejects.toThrow(/certificate|signature/);
	await expect(fetch(`${url}${path}`)).rejects.toThrow();
});

test("the certificate says what it is: names, an authority of its own, a year, the fingerprint that it prints", async () => {
	const { certificate } = await secured();
	const read = new X509Certificate(certificate?.pem ?? "");
	expect(read.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1");
	expect([read.ca, read.checkIssued(read), read.verify(read.publicKey)]).toEqual([true, true, true]);
	expect(read.fingerprint256).toBe(certificate?.fingerprint);
	expect(read.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
	const [from, to] = [Date.parse(read.validFrom), Date.parse(read.validTo)];
	expect(from).toBeLessThan(Date.now());
	expect(Math.round((to - from) / 86_400_000)).toBe(397);
	expect(read.serialNumber).not.toBe(new X509Certificate((await secured()).certificate?.pem ?? "").serialNumber);
});

test.skipIf(spawnSync("openssl", ["version"]).status !== 0)(
	"OpenSSL accepts the certificate by its strict rules",
	async () => {
		const { certificate } = await secured();
		const file = join(temporaryFolder(), "ca.pem");
		writeFileSync(file, certificate?.pem ?? "");
		const { stdout, stderr } = spawnSync("openssl", ["verify", "-x509_strict", "-CAfile", file, file], {
			encoding: "utf8",
		});
		expect([stdout, stderr]).toEqual([`${file}: OK\n`, ""]);
	},
);

test("names and addresses that it listens at are in it too", async () => {
	const { selfSigned } = await import("../src/lib/tls/self-signed");
	const { cert } = await selfSigned(["mock.test", "10.0.0.7", "2001:db8::7:1", "::ffff:1.2.3.4"]);
	expect(new X509Certificate(cert).subjectAltName).toBe(
		"DNS:mock.test, IP Address:10.0.0.7, IP Address:2001:DB8:0:0:0:0:7:1, IP Address:0:0:0:0:0:FFFF:102:304",
	);
});

test("a certificate of one's own is shown, and the control API keeps its rules", async () => {
	const { selfSigned } = await import("../src/lib/tls/self-signed");
	const own = await selfSigned(["localhost"]);
	const { port, certificate } = await secured(own);
	expect(certificate?.pem).toBe(own.cert);
	const url = `https://localhost:${port}`;
	expect((await ask(`${url}/_mock/health`, own.cert)).status).toBe(200);
	expect((await ask(`${url}/_mock/health`, own.cert, { origin: url })).status).toBe(200);
	expect((await ask(`${url}/_mock/health`, own.cert, { origin: "https://evil.test" })).status).toBe(403);
	expect((await ask(`${url}/_mock/health`, own.cert, { host: "evil.test" })).status).toBe(403);
	await expect(listen(createPlatform(), { tls: { cert: own.cert, key: "none" } })).rejects.toThrow();
});

test("an invalid host is not repeated in links", async () => {
	const { url, certificate } = await secured();
	const host = "a/_mock/health?";
	const { link } = await ask(`${url}/api/v4/projects/acme%2Fweb/pipelines`, certificate?.pem ?? "", { host });
	expect(link).toContain("<https://localhost/api/v4/");
});
