#!/usr/bin/env node
import { endWithReader } from "./cli/closed-pipe";
import { main } from "./cli/main";

endWithReader(process.stdout, process.stderr);
process.exitCode = await main(process.argv.slice(2), { out: process.stdout, err: process.stderr });
