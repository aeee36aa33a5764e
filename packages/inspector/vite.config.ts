import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const mock = process.env.TENON_MOCK ?? "http://127.0.0.1:4010";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * `vite build` puts the page into the mock's package, which serves it below any path: its files refer to each other by
 * relative addresses. Beside it is the app as a drawer, a module that @tenon/mock/inspector imports. `vite` (npm run inspector) serves it from its sources beside a mock that runs on port 4010.
 */
export default defineConfig(({ command }) => ({
	root: here("."),
	base: command === "build" ? "./" : "/_mock/",
	build: {
		outDir: here("../mock/dist/inspector"),
		emptyOutDir: true,
		target: "es2022",
		// The content security policy has no place for inline scripts and data addresses.
		assetsInlineLimit: 0,
		// Only the page preloads: bundlers that read the drawer would look for links that are not there.
		modulePreload: {
			polyfill: false,
			resolveDependencies: (_, files, { hostType }) => (hostType === "html" ? files : []),
		},
		license: { fileName: "THIRD-PARTY-NOTICES.md" },
		// "use client" means nothing here.
		rolldownOptions: {
			checks: { moduleLevelDirective: false },
			input: { index: here("index.html"), drawer: here("src/drawer.ts") },
			preserveEntrySignatures: "exports-only",
			output: {
				entryFileNames: ({ name }) => (name === "drawer" ? "assets/drawer.js" : "assets/[name]-[hash].js"),
			},
		},
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
		fs: { allow: [here("../../")] },
	},
}));
