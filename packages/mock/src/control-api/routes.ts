import { ControlError, ControlRefusal } from "../lib/control-error";
import { noContent, ok } from "../request/http/json-response";
import { linkIncidentProduct, testIntegration } from "./alerts";
import type { Route } from "./call";
import { clockRoutes } from "./clock";
import { contractRoutes } from "./contract/routes";
import { platformCoverage } from "./coverage";
import { tryStatus } from "./coverage-try";
import { handRoutes } from "./hand-routes";
import { journalRoutes } from "./journal/routes";
import { listPeople } from "./people";
import { finishJob, finishPipeline, pipelineWithJobs, startJob } from "./pipelines";
import { recordRoutes } from "./records/routes";
import { ruleRoutes } from "./rules/routes";
import { loadSeedOf } from "./seed";
import { sendRequest } from "./send";
import { settingChoices } from "./setting-choices";
import { changeSettingsOf, settingsBody } from "./settings";
import { snapshotRoutes } from "./snapshot-routes";
import { undoable, undoingAll, undoingData } from "./undo";
import { withoutBody } from "./without-body";

/** The routes of the control API, by path and method; `*` matches a name. openapi/control.yaml describes them. */
export const routes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/": {
		GET: () => {
			throw new ControlRefusal(404, "The page is only available with `tenon-mock serve` and `listen`.");
		},
	},
	"/health": {
		GET: ({ platform: { settings, clock, storage } }) =>
			ok({
				// Even if data cannot be stored, requests that read still work.
				status: typeof storage === "string" ? "ok" : "degraded",
				storage,
				tier: settings.tier,
				offering: settings.offering,
				release: settings.release,
				now: clock.iso(),
			}),
	},
	"/settings/choices": { GET: ({ platform }) => ok(settingChoices(platform.initialSettings)) },
	"/settings": {
		GET: ({ platform }) => ok(settingsBody(platform.settings)),
		PATCH: ({ platform, json }) => {
			const bringBack = changeSettingsOf(platform, json());
			return undoable(ok(settingsBody(platform.settings)), platform, bringBack);
		},
	},
	...clockRoutes,
	...journalRoutes,
	...ruleRoutes,
	"/users": { GET: ({ platform, query }) => ok(listPeople(platform, query)) },
	"/send": { POST: async (call) => ok(await sendRequest(call)) },
	...handRoutes,
	"/pipelines/*": { GET: ({ platform, id }) => ok(pipelineWithJobs(platform, id)) },
	"/pipelines/*/finish": { POST: undoingData((call) => ok(finishPipeline(call.platform, call.id, call.json()))) },
	"/jobs/*/start": { POST: withoutBody(undoingData(({ platform, id }) => ok(startJob(platform, id)))) },
	"/jobs/*/finish": { POST: undoingData((call) => ok(finishJob(call.platform, call.id, call.json()))) },
	...recordRoutes,
	...contractRoutes,
	"/seed": {
		GET: ({ platform }) => ok(platform.exportSeed()),
		POST: (call) => loadSeedOf(call, "add"),
		PUT: (call) => loadSeedOf(call, "replace"),
	},
	"/integrations/*/test": { POST: (call) => ok(testIntegration(call.platform, call.id, call.json())) },
	"/projects/*/incident-product": {
		PUT: undoingData((call) => {
			linkIncidentProduct(call.platform, call.id, call.json());
			return noContent();
		}),
	},
	"/coverage": { GET: platformCoverage },
	"/coverage/*/try": { POST: async (call) => ok(await tryStatus(call)) },
	"/reset": {
		POST: withoutBody(
			undoingAll(({ platform }) => {
				platform.reset();
				return noContent();
			}),
		),
	},
	...snapshotRoutes,
	"/state": {
		GET: ({ platform }) => ok(platform.exportState()),
		PUT: undoingData((call) => {
			const file = call.json();
			if (file === undefined)
				throw new ControlError([{ pointer: "", message: "expected a state file, found nothing" }]);
			call.platform.importState(file);
			return noContent();
		}),
	},
};
