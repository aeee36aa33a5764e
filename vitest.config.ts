import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The packages by their sources, so that tests need no build. */
const alias = ["contract", "client", "mock", "conformance"].flatMap((name) => [
	{ find: new RegExp(`^@tenon/${name}$`), replacement: source(`packages/${name}/src/index.ts`) },
	{ find: new RegExp(`^@tenon/${name}/(.*)$`), replacement: source(`packages/${name}/src/$1.ts`) },
]);

export default defineConfig({
	resolve: { alias },
	test: {
		projects: [
			{
				extends: true,
				test: {
					name: "node",
					include: ["packages/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
					exclude: ["**/node_modules/**", "**/dist/**", "test/browser/**"],
				},
			},
			{
				extends: true,
				test: {
					name: "types",
					include: [],
					typecheck: { enabled: true, only: true, include: ["packages/**/*.test-d.ts", "test/**/*.test-d.ts"], tsconfig: "./tsconfig.json" },
				},
			},
		],
	},
});
