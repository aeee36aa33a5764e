#!/usr/bin/env node
import * as nodeModule from "node:module";

// Node 22.1 and later keep what they compiled. It has to be asked for before the rest is loaded.
const keepCompiled: unknown = Reflect.get(nodeModule, "enableCompileCache");
if (typeof keepCompiled === "function") keepCompiled();

const [{ run }, { endWithReader }] = await Promise.all([import("./run"), import("./closed-pipe")]);
endWithReader(process.stdout, process.stderr);
process.exitCode = await run(process.argv.slice(2), { out: process.stdout, err: process.stderr });
