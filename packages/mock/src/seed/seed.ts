import type { ExactSeed } from "./export/export-seed";
import type { SeedData, SeedDocument, SeedFunction } from "./file/document";

/**
 * The initial data of a platform: data, such as `platform.exportSeed` returns, a document that `parseSeed` or
 * `readSeed` returned, a function that creates records, or a list of these, which are loaded in order.
 *
 * @example
 * const platform = createPlatform({
 * 	seed: [
 * 		demo,
 * 		{ projects: [{ full_path: "acme/app", issues: [{ title: "It crashes", author: "developer" }] }] },
 * 		(make) => void make.issue({ project: "acme/web", title: "One more", author: "developer" }),
 * 	],
 * });
 */
export type Seed = SeedFunction | SeedData | ExactSeed | SeedDocument | readonly Seed[];
