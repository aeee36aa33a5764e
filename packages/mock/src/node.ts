export type { Certificate } from "./lib/tls/self-signed";
export type { Persistence } from "./persistence/keeper";
export { type PersistOptions, persist } from "./persistence/persist";
export { parseSeed } from "./seed/file/parse";
export { readSeed } from "./seed/file/read";
export { type ListenOptions, listen, type Server } from "./server/listen";
