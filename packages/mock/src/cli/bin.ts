#!/usr/bin/env node
/**
 * The installed program, in CommonJS: Node 20 can cache the compiled code of CommonJS, but not of ES modules.
 * Extensions are ES modules and import the platform's; the program then runs as an ES module too, so that both share
 * them.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCompiled } from "./compile-cache";

const folder = dirname(fileURLToPath(import.meta.url));
const esModule: string = "./index.js";
if (process.argv.some((argument) => argument.startsWith("--extend"))) void import(esModule);
else {
	// Inside the package's folder, so that an update removes it.
	keepCompiled(folder, join(folder, "../../node_modules/.cache", `${process.version}-${process.arch}`));
	createRequire(import.meta.url)("./main.cjs");
}
