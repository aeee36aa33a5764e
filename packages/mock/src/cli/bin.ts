#!/usr/bin/env node
/**
 * The program as it is installed, in CommonJS: Node 20 can keep compiled code of that, and of no ES module. Modules that
 * extend the platform are ES modules and import the platform's; the program is then one too, so that both share them.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keepCompiled } from "./compile-cache";

const folder = dirname(fileURLToPath(import.meta.url));
const esModule: string = "./index.js";
if (process.argv.some((argument) => argument.startsWith("--extend"))) void import(esModule);
else {
	// Below the package's folder, so that it goes with an update.
	keepCompiled(folder, join(folder, "../../node_modules/.cache", `${process.version}-${process.arch}`));
	createRequire(import.meta.url)("./main.cjs");
}
