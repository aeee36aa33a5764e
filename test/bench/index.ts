/**
 * `npm run bench`: measures every claim about speed as a ratio in the same run, with the published packages. Its
 * tsconfig.json resolves to the built packages, not to the sources. With a name as argument, it runs only that bench.
 */
import { clientCall } from "./client-call";
import { clientImport } from "./client-import";
import { clientIteration } from "./client-iteration";
import { clientTypes } from "./client-types";
import { extensions } from "./extensions";
import { filters } from "./filters";
import { foreign } from "./foreign";
import { graphql } from "./graphql";
import { inspector } from "./inspector";
import { listPages } from "./lists";
import { memory } from "./memory";
import { mockInProcess } from "./mock-in-process";
import { notePages } from "./note-pages";
import { scaling } from "./scaling";
import { seedData } from "./seed-data";
import { server } from "./server";
import { startUp } from "./start-up";
import { worlds } from "./worlds";

const benches = {
	clientCall,
	clientIteration,
	clientImport,
	clientTypes,
	graphql,
	mockInProcess,
	notePages,
	listPages,
	filters,
	extensions,
	memory,
	seedData,
	server,
	startUp,
	worlds,
	inspector,
	foreign,
	scaling,
};
/** Benches that install something, or need something that not every machine has. They only run by their names. */
const onDemand = ["foreign", "scaling"];
const names = process.argv.slice(2);
for (const name of names)
	if (!(name in benches)) {
		console.error(`There is no bench ${name}. There are: ${Object.keys(benches).join(", ")}.`);
		process.exit(2);
	}
console.log(`Node ${process.version}. Median ratio of CPU time (middle half), paired rounds.\n`);
for (const [name, bench] of Object.entries(benches))
	if (names.length === 0 ? !onDemand.includes(name) : names.includes(name)) await bench();
