import type { ExactSeed } from "./export/export-seed";
import type { SeedData, SeedDocument, SeedFunction } from "./file/document";

/**
 * What a platform holds at first: data, also as `platform.exportSeed` returns it, a document that `parseSeed` or `readSeed` read,
 * a function that makes records, or a list of these, loaded in order.
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
