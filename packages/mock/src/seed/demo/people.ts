import type { Builder } from "../builder";
import { SeedDocument } from "../file/document";
import { loadSeed } from "../file/load";
import { people as data } from "./generated/people";

/** A user for each role, an administrator, an auditor, and a user without any membership. */
export const people = (make: Builder): void => void loadSeed(new SeedDocument(data), make);
