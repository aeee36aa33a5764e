import type { RowOf } from "../definition";
import { alertIntegrations, alerts, environments } from "./alerts";
import { deployTokens, enterpriseUsers, feedTokens, sessions, sshKeys, tokens } from "./credentials";
import { groups, members, projects, shares } from "./groups";
import { epics, issues, labels, mergeRequests, notes, snippets, spamLogs, wikiPages } from "./notes";
import { jobSteps, jobs, pipelines } from "./pipelines";
import { releaseLinks, releases } from "./releases";
import { repositoryTrees } from "./repository";
import { registrationTokens, runnerAssignments, runnerManagers, runnerRules, runners, runnerTokens } from "./runners";
import { identities, scimIdentities, secondaryEmails, supportPins, todos, users } from "./users";

/** All tables by their names. The order is that of state files. */
export const definitions = {
	users,
	tokens,
	secondaryEmails,
	identities,
	scimIdentities,
	supportPins,
	todos,
	sessions,
	groups,
	projects,
	members,
	shares,
	issues,
	mergeRequests,
	snippets,
	repositoryTrees,
	spamLogs,
	alerts,
	alertIntegrations,
	environments,
	epics,
	wikiPages,
	notes,
	pipelines,
	jobs,
	jobSteps,
	runners,
	runnerManagers,
	runnerAssignments,
	runnerTokens,
	registrationTokens,
	runnerRules,
	enterpriseUsers,
	sshKeys,
	releases,
	releaseLinks,
	deployTokens,
	feedTokens,
	labels,
};

/** The name of a table. */
export type TableName = keyof typeof definitions;

/** The type of each table's rows. */
export type Rows = { readonly [Name in TableName]: RowOf<(typeof definitions)[Name]> };
