import type { Rule } from "../../rule/rule";
import { issueNotes } from "./issue-notes";
import { pipelines } from "./pipelines";
import { releaseLinks } from "./release-links";
import { runners } from "./runners";
import { supportPin } from "./support-pin";
import { userStatus } from "./user-status";

/** Calls in any order, compared with a model of the records. */
export const sequenceRules: readonly Rule[] = [issueNotes, releaseLinks, runners, userStatus, supportPin, pipelines];
