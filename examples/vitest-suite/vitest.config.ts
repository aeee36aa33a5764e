import { defineConfig } from "vitest/config";

export default defineConfig({
	// In a project of your own the packages come from node_modules, and this line goes.
	resolve: { tsconfigPaths: true },
	// Without a cache, a run leaves no files here.
	test: { include: ["*.spec.ts"], testTimeout: 60_000, cache: false },
});
