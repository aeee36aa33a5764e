/** `npm run reference` builds `reference/`: pages of the contract and of the packages' API, to be read from the disk. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle } from "../generate/bundle";
import { readOwnModel } from "../generate/own";
import { repository } from "../generate/repository";
import { writeApi } from "./api";
import { contractSite } from "./site";

const folder = join(repository, "reference");
const begun = performance.now();
const seconds = (): string => `${((performance.now() - begun) / 1000).toFixed(1).padStart(5)} s`;
const log = (text: string): void => console.log(`${seconds()}  ${text}`);

log("Reading the contract");
const model = await readOwnModel(await bundle());
const site = await contractSite(model);
await rm(folder, { recursive: true, force: true });
for (const [path, text] of site) {
	await mkdir(dirname(join(folder, path)), { recursive: true });
	await writeFile(join(folder, path), text);
}
log(`${site.size} files of the contract: ${model.operations.length} operations, ${model.schemas.size} records`);
log("Reading the packages' sources (this takes longest)");
const modules = await writeApi(join(folder, "api"));
log(`API pages of ${modules} modules`);
log(`Open ${pathToFileURL(join(folder, "index.html"))}`);
