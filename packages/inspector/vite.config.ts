import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const mock = process.env.TENON_MOCK ?? "http://127.0.0.1:4010";

/**
 * `vite build` puts the page into the mock's package, which serves it below any path: its files refer to each other by
 * relative addresses. `vite` (npm run inspector) serves it from its sources beside a mock that runs on port 4010.
 */
export default defineConfig(({ command }) => ({
	root: fileURLToPath(new URL(".", import.meta.url)),
	base: command === "build" ? "./" : "/_mock/",
	build: {
		outDir: fileURLToPath(new URL("../mock/dist/inspector", import.meta.url)),
		emptyOutDir: true,
		target: "es2022",
		// The content security policy has no place for inline scripts and data addresses.
		assetsInlineLimit: 0,
		modulePreload: { polyfill: false },
		license: { fileName: "THIRD-PARTY-NOTICES.md" },
		// "use client" means nothing here.
		rolldownOptions: { checks: { moduleLevelDirective: false } },
	},
	server: {
		proxy: {
			"/_mock": {
				target: mock,
				headers: { origin: mock },
				changeOrigin: true,
				bypass({ url = "", headers }) {
					const isPage = headers.accept?.includes("text/html") || /^\/_mock\/(?:src|@|node_modules|\.\.)/.test(url);
					return isPage || /^\/_mock\/.*node_modules\//.test(url) ? url : undefined;
				},
			},
		},
		fs: { allow: [fileURLToPath(new URL("../../", import.meta.url))] },
	},
}));
