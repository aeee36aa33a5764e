import { createServer } from "node:net";
import { createPlatform } from "../platform/platform";
import { demo } from "../seed/demo";
import type { DoctorCommandOptions } from "./command-options";
import { checkData } from "./doctor-data";
import { extensionsOf } from "./read-extensions";
import type { Streams } from "./streams";

/** The result of a check. `no` prevents serving; `missing` only affects what its text names. */
interface Finding {
	readonly check: string;
	readonly verdict: "ok" | "no" | "missing";
	readonly detail: string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function node(): Finding {
	const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
	const fits = major > 20 || (major === 20 && minor >= 19);
	return {
		check: "node",
		verdict: fits ? "ok" : "no",
		detail: `${process.version}${fits ? "" : "; 20.19 or newer is needed"}`,
	};
}

async function loads(check: string, load: () => Promise<unknown>, use: string, isNeeded: boolean): Promise<Finding> {
	try {
		await load();
		return { check, verdict: "ok", detail: `installed, for ${use}` };
	} catch {
		return {
			check,
			verdict: isNeeded ? "no" : "missing",
			detail: `not installed, but needed for ${use}: npm install ${check}`,
		};
	}
}

function port(host: string, number: number): Promise<Finding> {
	const check = "port";
	return new Promise((done) => {
		const server = createServer();
		server.on("error", (error) => done({ check, verdict: "no", detail: `${host}:${number}: ${messageOf(error)}` }));
		server.listen(number, host, () =>
			server.close(() => done({ check, verdict: "ok", detail: `${host}:${number} is free` })),
		);
	});
}

/** Sends a REST and a GraphQL request to a new platform. */
async function responds(): Promise<Finding> {
	const check = "responds";
	try {
		const platform = createPlatform({ seed: demo, onError: () => {} });
		const headers = { "private-token": "developer-token", "content-type": "application/json" };
		const rest = await platform.handle({ method: "GET", url: "/api/v4/user", headers });
		const graphql = await platform.handle({
			method: "POST",
			url: "/api/graphql",
			headers,
			body: '{"query":"{ currentUser { username } }"}',
		});
		const statuses = [`REST ${rest.status}`, `GraphQL ${graphql.status}`].join(", ");
		const fine = rest.status === 200 && graphql.body === '{"data":{"currentUser":{"username":"developer"}}}';
		return { check, verdict: fine ? "ok" : "no", detail: statuses };
	} catch (error) {
		return { check, verdict: "no", detail: messageOf(error) };
	}
}

/** `tenon-mock doctor`: checks whether everything that the program needs is there. */
export async function doctor(options: DoctorCommandOptions, { out }: Streams): Promise<number> {
	const findings = [
		node(),
		await loads("graphql", () => import("graphql"), "the GraphQL endpoint", true),
		await loads("zod", () => import("zod/mini"), "--strict and toMatchContract", false),
		await loads("msw", () => import("msw"), "@tenon/mock/msw", false),
		await responds(),
		await port(options.host, options.port),
		...(options.data === undefined
			? []
			: [{ check: "data", ...(await checkData(options.data, await extensionsOf(options))) }]),
	];
	for (const finding of findings)
		out.write(
			options.json
				? `${JSON.stringify(finding)}\n`
				: `${finding.verdict.padEnd(7)} ${finding.check.padEnd(8)} ${finding.detail}\n`,
		);
	return findings.some(({ verdict }) => verdict === "no") ? 1 : 0;
}
