import type { Builder } from "./builder";

/**
 * Fills a platform.
 *
 * @example
 * const platform = createPlatform({
 * 	seed: (make) => {
 * 		demo(make);
 * 		make.issue({ project: "acme/web", title: "One more", author: "developer" });
 * 	},
 * });
 */
export type Seed = (make: Builder) => void;
