import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** MSW's service worker, from its package: the page loads it from its own origin. */
export function serviceWorker(): Plugin {
	const file = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");
	return {
		name: "msw-service-worker",
		configureServer(server) {
			server.middlewares.use("/mockServiceWorker.js", (_, response) => {
				response.setHeader("content-type", "text/javascript").end(readFileSync(file));
			});
		},
		generateBundle() {
			this.emitFile({ type: "asset", fileName: "mockServiceWorker.js", source: readFileSync(file) });
		},
	};
}

/** The packages by their sources, so that the example needs no build of them. */
const alias = ["contract", "client", "mock"].flatMap((name) => [
	{ find: new RegExp(`^@tenon/${name}$`), replacement: `${root}packages/${name}/src/index.ts` },
	{ find: new RegExp(`^@tenon/${name}/(.*)$`), replacement: `${root}packages/${name}/src/$1.ts` },
]);

export default defineConfig({
	root: fileURLToPath(new URL(".", import.meta.url)),
	resolve: { alias },
	plugins: [serviceWorker()],
	server: { fs: { allow: [root] } },
});
