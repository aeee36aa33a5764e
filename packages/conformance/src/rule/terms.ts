/** MUST: the specification states it in so many words. SHOULD: good practice of the protocols. ASSUMED: taken from the real product. */
export type Level = "MUST" | "SHOULD" | "ASSUMED";

/** What a rule does to the server: it only reads, it writes and undoes that, or it does what cannot be undone. */
export type Effect = "reads" | "writes" | "destroys";

/** The plan that a server runs. */
export type Tier = "free" | "premium" | "ultimate";
