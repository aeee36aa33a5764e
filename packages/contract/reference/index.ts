/** `npm run reference` builds `reference/`: pages of the contract and of the packages' API, with one search, to be read from the disk. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "../generate/bundle";
import { readOwnModel } from "../generate/own";
import { repository } from "../generate/repository";
import { contractPages } from "./pages";
import { publicModules, writeSite } from "./typedoc";

const folder = join(repository, "reference");
const begun = performance.now();
const log = (text: string): void =>
	console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s  ${text}`);

log("Reading the contract");
const model = await readOwnModel(await bundle());
const pages = await contractPages(model);
const modules = await publicModules();
log(
	`Writing ${model.operations.length} operations, ${model.schemas.size} records and ${modules.length} modules (this takes longest)`,
);
await rm(folder, { recursive: true, force: true });
await writeSite(pages, modules, folder);
log(`Open ${pathToFileURL(join(folder, "index.html"))}`);
