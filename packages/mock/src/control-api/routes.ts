import { checkFault } from "../control/fault-options";
import type { Fault } from "../control/faults";
import { formatCoverage } from "../control/format-coverage";
import type { JournalEntry } from "../control/journal-entry";
import { isOperation, noSuchOperation } from "../control/operation-names";
import type { Override } from "../control/overrides";
import { ControlError, ControlRefusal } from "../lib/control-error";
import { created, noContent, ok } from "../request/http/answer";
import { linkIncidentProduct, testIntegration } from "./alerts";
import { awaitEntry } from "./await-entry";
import type { ControlCall, Route } from "./call";
import { advanceClock, clockNow, setClock } from "./clock";
import { consolePage } from "./console-page";
import type { ControlledPlatform } from "./controlled";
import { streamJournal } from "./journal-stream";
import { checkOverride } from "./override";
import { finishJob, finishPipeline, pipelineTold, startJob } from "./pipelines";
import { recordRoutes } from "./records/routes";
import { loadSeedOf } from "./seed";
import { deleteSnapshot, diffSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from "./snapshots";
import { verifyEntries } from "./verify-entries";

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

/** Which entries of the journal the query asks for, and how many of them. */
function entryFilter({ query }: ControlCall, filters: readonly string[]) {
	const unknown = [...query.keys()].find((name) => !filters.includes(name));
	if (unknown !== undefined)
		throw new ControlRefusal(400, `There is no filter "${unknown}". There are: ${filters.join(", ")}.`);
	const number = (name: string): number | undefined => {
		const text = query.get(name);
		if (text !== null && !/^\d{1,9}$/.test(text))
			throw new ControlRefusal(400, `${name}: expected a whole number, found "${text}".`);
		return text === null ? undefined : Number(text);
	};
	const [status, limit, method, user] = [number("status"), number("limit"), query.get("method"), query.get("user")];
	const operation = query.get("operation");
	if (operation !== null && !isOperation(operation)) throw new ControlRefusal(400, noSuchOperation(operation));
	const passes = (entry: JournalEntry): boolean =>
		(operation === null || entry.operation === operation) &&
		(status === undefined || entry.status === status) &&
		(method === null || entry.method === method.toUpperCase()) &&
		(user === null || entry.user === user);
	return { passes, limit };
}

const entryFilters = ["operation", "method", "status", "user"];

function entriesOf(call: ControlCall): JournalEntry[] {
	const { passes, limit } = entryFilter(call, [...entryFilters, "limit"]);
	const found = call.platform.journal.calls(undefined, passes);
	return limit === undefined ? found : found.slice(Math.max(0, found.length - limit));
}

/** All that can be asked of the control API, by path and verb; `*` stands for a name. openapi/control.yaml describes it. */
export const routes: { readonly [path: string]: { readonly [verb: string]: Route } } = {
	"/": { GET: ({ platform }) => consolePage(platform) },
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
	"/journal": {
		GET: (call) => {
			const entries = entriesOf(call);
			return ok({ count: entries.length, entries });
		},
		DELETE: ({ platform }) => {
			platform.journal.clear();
			return noContent();
		},
	},
	"/journal/wait": {
		POST: async (call) => ok(await awaitEntry(call.platform.journal, call.json(), call.request.signal)),
	},
	"/journal/verify": { POST: (call) => verifyEntries(call.platform.journal, call.json()) },
	"/journal/stream": {
		GET: (call) => {
			const { passes } = entryFilter(call, entryFilters);
			const { headers, signal } = call.request;
			return streamJournal(call.platform.journal, passes, headers["last-event-id"], signal);
		},
	},
	"/journal/har": { GET: ({ platform }) => ok(platform.journal.toHar()) },
	"/journal/unmatched": {
		GET: ({ platform }) => {
			const entries = platform.journal.unmatched();
			return ok({ count: entries.length, entries });
		},
	},
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
	"/pipelines/*": { GET: ({ platform, id }) => ok(pipelineTold(platform, id)) },
	"/pipelines/*/finish": { POST: (call) => ok(finishPipeline(call.platform, call.id, call.json())) },
	"/jobs/*/start": { POST: ({ platform, id }) => ok(startJob(platform, id)) },
	"/jobs/*/finish": { POST: (call) => ok(finishJob(call.platform, call.id, call.json())) },
	...recordRoutes,
	"/seed": {
		GET: ({ platform }) => ok(platform.exportSeed()),
		POST: async (call) => created(await loadSeedOf(call)),
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
	"/snapshot": { POST: (call) => created({ snapshot: takeSnapshot(call.platform, call.json()) }) },
	"/snapshots": { GET: ({ platform }) => ok({ snapshots: listSnapshots(platform) }) },
	"/snapshots/*": {
		DELETE: ({ platform, id }) => {
			deleteSnapshot(platform, id);
			return noContent();
		},
	},
	"/snapshots/*/diff": { GET: ({ platform, id, query }) => ok(diffSnapshot(platform, id, query.get("to"))) },
	"/restore": {
		POST: (call) => {
			restoreSnapshot(call.platform, call.json());
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
