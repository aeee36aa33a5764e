import { checkFault } from "../control/fault-options";
import type { Fault } from "../control/faults";
import { formatCoverage } from "../control/format-coverage";
import type { Override } from "../control/overrides";
import { ControlError, ControlRefusal } from "../lib/control-error";
import { created, noContent, ok } from "../request/http/answer";
import { linkIncidentProduct, testIntegration } from "./alerts";
import type { ControlCall, Route } from "./call";
import { advanceClock, clockNow, setClock } from "./clock";
import type { ControlledPlatform } from "./controlled";
import { journalRoutes } from "./journal/routes";
import { checkOverride } from "./override";
import { listPeople } from "./people";
import { finishJob, finishPipeline, pipelineTold, startJob } from "./pipelines";
import { recordRoutes } from "./records/routes";
import { loadSeedOf } from "./seed";
import { sendRequest } from "./send";
import { snapshotIn, snapshotOf } from "./snapshots";

const faultTold = ({ id, options, calls, held }: Fault): object => ({ id, options, calls, held });

const overrideTold = ({ id, options, calls }: Override): object => ({ id, options, calls });

function overrideOf({ platform, id }: ControlCall): Override {
	const found = platform.overrides.list().find((one) => one.id === id);
	if (!found) throw new ControlRefusal(404, `There is no override ${id}.`);
	return found;
}

function faultOf({ platform, id }: ControlCall): Fault {
	const fault = platform.faults.list().find((one) => one.id === id);
	if (!fault) throw new ControlRefusal(404, `There is no fault ${id}.`);
	return fault;
}

/** All that can be asked of the control API, by path and verb; `*` stands for a name. openapi/control.yaml describes it. */
export const routes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/": {
		GET: () => {
			throw new ControlRefusal(404, "The page is served by `tenon-mock serve` and `listen`: there is none here.");
		},
	},
	"/health": {
		GET: ({ platform: { settings, clock, storage } }) =>
			ok({
				// What is wrong keeps nobody from reading.
				status: typeof storage === "string" ? "ok" : "degraded",
				storage,
				tier: settings.tier,
				offering: settings.offering,
				release: settings.release,
				now: clock.iso(),
			}),
	},
	"/settings": {
		GET: ({ platform }) => ok(settingsTold(platform)),
		PATCH: (call) => {
			call.platform.configure(call.json());
			return ok(settingsTold(call.platform));
		},
	},
	"/clock": {
		GET: ({ platform }) => ok(clockNow(platform.clock)),
		PUT: (call) => {
			setClock(call.platform.clock, call.json());
			return ok(clockNow(call.platform.clock));
		},
	},
	"/clock/advance": {
		POST: (call) => {
			advanceClock(call.platform.clock, call.json());
			return ok(clockNow(call.platform.clock));
		},
	},
	"/faults": {
		GET: ({ platform }) => ok(platform.faults.list().map(faultTold)),
		POST: (call) => created(faultTold(call.platform.faults.add(checkFault(call.json())))),
		DELETE: ({ platform }) => {
			platform.faults.clear();
			return noContent();
		},
	},
	"/faults/*": {
		GET: (call) => ok(faultTold(faultOf(call))),
		DELETE: (call) => {
			faultOf(call).remove();
			return noContent();
		},
	},
	"/faults/*/release": {
		POST: (call) => {
			const fault = faultOf(call);
			const released = fault.held;
			fault.release();
			return ok({ released });
		},
	},
	...journalRoutes,
	"/overrides": {
		GET: ({ platform }) => ok(platform.overrides.list().map(overrideTold)),
		POST: (call) => created(overrideTold(call.platform.overrides.addFixed(checkOverride(call.json())))),
		DELETE: ({ platform }) => {
			for (const one of platform.overrides.list()) one.remove();
			return noContent();
		},
	},
	"/overrides/*": {
		GET: (call) => ok(overrideTold(overrideOf(call))),
		DELETE: (call) => {
			overrideOf(call).remove();
			return noContent();
		},
	},
	"/users": { GET: ({ platform, query }) => ok(listPeople(platform, query)) },
	"/send": { POST: async (call) => ok(await sendRequest(call)) },
	"/pipelines/*": { GET: ({ platform, id }) => ok(pipelineTold(platform, id)) },
	"/pipelines/*/finish": { POST: (call) => ok(finishPipeline(call.platform, call.id, call.json())) },
	"/jobs/*/start": { POST: ({ platform, id }) => ok(startJob(platform, id)) },
	"/jobs/*/finish": { POST: (call) => ok(finishJob(call.platform, call.id, call.json())) },
	...recordRoutes,
	"/seed": {
		GET: ({ platform }) => ok(platform.exportSeed()),
		POST: (call) => loadSeedOf(call, "add"),
		PUT: (call) => loadSeedOf(call, "replace"),
	},
	"/integrations/*/test": { POST: (call) => ok(testIntegration(call.platform, call.id, call.json())) },
	"/projects/*/incident-product": {
		PUT: (call) => {
			linkIncidentProduct(call.platform, call.id, call.json());
			return noContent();
		},
	},
	"/coverage": {
		GET: ({ platform, request }) => {
			const coverage = platform.coverage();
			if (!/^text\/plain\b/i.test(request.headers.accept ?? "")) return ok(coverage);
			return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: formatCoverage(coverage) };
		},
	},
	"/reset": {
		POST: ({ platform }) => {
			platform.reset();
			return noContent();
		},
	},
	"/snapshot": { POST: (call) => created({ snapshot: call.platform.snapshots.take(snapshotIn(call.json())) }) },
	"/snapshots": { GET: ({ platform }) => ok({ snapshots: platform.snapshots.names }) },
	"/snapshots/*": {
		DELETE: ({ platform, id }) => {
			platform.snapshots.delete(id);
			return noContent();
		},
	},
	"/snapshots/*/diff": {
		GET: ({ platform, id, query }) => ok(platform.snapshots.diff(id, query.get("to") ?? undefined)),
	},
	"/restore": {
		POST: (call) => {
			call.platform.restore(snapshotOf(call.platform, snapshotIn(call.json())));
			return noContent();
		},
	},
	"/state": {
		GET: ({ platform }) => ok(platform.exportState()),
		PUT: (call) => {
			const file = call.json();
			if (file === undefined)
				throw new ControlError([{ pointer: "", message: "expected a state file, found nothing" }]);
			call.platform.importState(file);
			return noContent();
		},
	},
};

/** The settings as JSON: functions among them cannot be told, what is unset is null. */
const settingsTold = ({ settings }: ControlledPlatform): object =>
	JSON.parse(
		JSON.stringify({ ...settings, session: settings.session ?? null, externalUrl: settings.externalUrl ?? null }),
	);
