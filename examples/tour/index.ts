/**
 * `npm run demo`: starts a platform on a free loopback port, walks through it with the client, and prints what was
 * seen. With an address as argument it walks through the platform there, which must hold the demo seed.
 */
import { createPlatform, demo } from "@tenon/mock";
import { listen } from "@tenon/mock/node";
import { tour } from "./tour";

const [address] = process.argv.slice(2);
// What holds the marker of spam is challenged, so that the tour has a CAPTCHA to solve.
const settings = { seed: demo, spam: {}, captcha: { siteKey: "demo-site-key" } };
const server = address === undefined ? await listen(createPlatform(settings)) : undefined;
const baseUrl = address ?? server?.url ?? "";
console.log(`${server ? "A mock platform listens" : "Walking through the platform"} at ${baseUrl}`);
try {
	await tour(baseUrl, console.log);
} finally {
	await server?.close();
}
