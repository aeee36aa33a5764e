import type { Rule } from "../../rule/rule";
import { issueNotes } from "./issue-notes";
import { pipelines } from "./pipelines";
import { releaseLinks } from "./release-links";
import { runners } from "./runners";
import { supportPin } from "./support-pin";
import { userStatus } from "./user-status";

/** Rules that send calls in random order, and compare the responses with a model of the records. */
export const sequenceRules: readonly Rule[] = [issueNotes, releaseLinks, runners, userStatus, supportPin, pipelines];
