import { isDeepStrictEqual } from "node:util";
import { enough, hasRight } from "../generators/enough-roles";
import { generated } from "../generators/generated";
import { inPath } from "../generators/least-params";
import { paged, type RestOperation, takesForms } from "../generators/rest-operations";
import { applies } from "../generators/wrong-input";
import type { Params } from "../rule/address";
import { formAt, type forms } from "../rule/caller";
import { type ApiResponse, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { states } from "../rule/states";
import { shownNames, type Update, updates, updatesIn, valuesOf } from "./updates";
import { changedFields } from "./whole-list";

/* For every operation, the specification states that a request sets its fields. Only for these, it states that other fields do not change. */

/** Whether the specification states that a change of `field` does not change `other`. */
function stays({ id }: RestOperation, field: string, other: string): boolean {
	if (id === "updateRunner") return /^(description|tag_list|access_level|maximum_timeout|maintenance_note)$/.test(field);
	if (id === "updateGroup") return field === "description" && /^(name|path|visibility)$/.test(other);
	if (id === "updateReleaseLink") return `${field} ${other}` === "name url" || `${field} ${other}` === "url name";
	return id === "updateCurrentUserStatus";
}

/** Settings of a group that depend on other settings, or on the installation, in ways that the specification leaves open. */
const depends =
	/^(visibility|.*_creation_level|shared_runners_setting|.*_protection(_defaults)?|step_up_.*|.*assist_.*|.*_two_factor.*|path|experiment_.*|.*_limits?(_.*)?|max_artifacts_size|web_based_.*)$/;

/** The settings among them that the specification still states. */
const stated =
	/^((project|subgroup)_creation_level|shared_runners_setting|require_two_factor_authentication|two_factor_grace_period|assist_availability|experiment_features_enabled)$/;
/** Whether the value of a field after a change is open. For users, the specification leaves open the address that `_private` stands for. */
const isOpen = ({ id }: RestOperation, name: string): boolean =>
	id === "updateUser" ? name === "commit_email" : id === "updateGroup" && depends.test(name) && !stated.test(name);

/** Updates whose response is the record, according to the specification. */
const showsRecord = /^update(Group|Runner|PipelineMetadata|ReleaseLink|.*Note)$/;

/** Settings of a group that an installation may reserve for administrators. */
const ofAdministrators = /^((extra_)?shared_runners_minutes_limit|max_artifacts_size|visibility)$/;

/** Times that may change with every request. */
export const moves = /^(updated_at|last_activity_(at|on)|clear_status_at)$/;

const nameOf = ({ of }: Update, what: string): string => (of ? `${what}-${of}` : what);

/** Returns all combinations of two or more of the names. */
const combinations = (of: readonly string[]): readonly (readonly string[])[] =>
	Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_, index) => bits & (2 ** index))).filter(({ length }) => length > 1);

/** Normalizes a value for comparison: sorts a list, and turns an empty string into null, which a record may show instead. */
const settles = (value: unknown): unknown => (Array.isArray(value) ? [...value].sort() : value === "" ? null : value);

/** Whether values can be sent in a form and in the query, because text can represent them. */
const areTexts = (row: RestOperation, sent: Params): boolean =>
	takesForms(row) &&
	Object.values(sent).every((value) => [value].flat().length > 0 && [value].flat().every((one) => ["string", "number", "boolean"].includes(typeof one)));

/** Whether a list or an object is sent as text. The specification leaves open how a form or a query encodes it. */
const isSpelled = (value: unknown, as: (typeof forms)[number]): boolean => as !== "json" && (Array.isArray(value) || isFields(value));

/** Returns only the keys of an object that the request had, because a server may add others. Other values are normalized. */
const asSent = (value: unknown, sent: unknown): unknown =>
	isFields(value) && isFields(sent) ? Object.fromEntries(Object.keys(sent).map((name) => [name, value[name]])) : settles(value);

/**
 * A request with one field changes only that field and its documented aliases, both in the response and in a later read. Each field of the
 * record has a value before. Catches an update that resets the fields that the request omits, that loses a field, or that changes another field
 * or record.
 */
const partial = (update: Update, row: RestOperation): Rule =>
	generated(
		row,
		{
			phase: "laws",
			what: nameOf(update, "partial"),
			title: "changes only the fields of the request and their aliases",
			level: row.plan ? "ASSUMED" : "MUST",
			also: [update.read],
		},
		async (t) => {
			const { caller, at, keep, others } = await update.arrange(t);
			const read = async () => (await caller.call(update.read, { ...at, ...update.view })).is(200);
			const [original, besides] = [await read(), (await others?.()) ?? []];
			const overrides = update.values?.(t) ?? {};
			const fields = (row.body?.fields ?? []).filter((field) => applies(t, field));
			const values = new Map(fields.map((field) => [field.name, valuesOf(field, t, original.fields, overrides)]));
			// If a field has two names, only the newer one is sent.
			const all = fields.filter(({ name, lifecycle }) => values.get(name)?.length && lifecycle?.stage !== "deprecated").map(({ name }) => name);
			const whole: Params = Object.fromEntries(all.map((name) => [name, values.get(name)?.[0]]));
			keep?.(whole);
			/** Checks that the response is the same as the record in a later read. `among` limits the fields, if the two callers see different ones. */
			const isRecord = (response: ApiResponse, after: ApiResponse, shown: readonly string[], what: string, among?: readonly string[]): void => {
				// The same caller sees the same fields in the update's response and in the read. Another caller may see fewer.
				const different = (among ?? Object.keys((showsRecord.test(row.id) ? after : response).fields)).filter(
					(one) => Object.hasOwn(after.fields, one) && !moves.test(one) && !isDeepStrictEqual(response.field(one), after.field(one)),
				);
				if (showsRecord.test(row.id))
					t.same(`the changed fields of the response ${what}`, different.filter((one) => shown.includes(one)).join(", "), "", response);
				t.assume(`${different.join(", ")} of the response should be the same as in a later read ${what}`, different.length === 0, response);
			};
			// All fields at once are sent in a form.
			const inWhole = takesForms(row) ? "form" : "json";
			const atOnce = (await caller.call(row, { ...at, ...whole }, { as: inWhole })).ok;
			let before = await read();
			isRecord(atOnce, before, all, "after a change of all fields at once");
			const isSet = (name: string, value: unknown, was: ApiResponse, now: ApiResponse, what: string, as: (typeof forms)[number] = "json"): void => {
				const [first = ""] = shownNames(update, name);
				if (!Object.hasOwn(now.fields, first) && !Object.hasOwn(was.fields, first)) return;
				const shown = asSent(now.field(first), value);
				// Instead of null, a record may show an inherited value.
				if (isOpen(row, name) || value === null || isSpelled(value, as))
					t.assume(`${name} should be set ${what}`, isDeepStrictEqual(shown, settles(value)), now);
				else if (first === name) t.same(`${name} ${what}`, shown, settles(value), now);
				if (value === null || (first !== name && !isOpen(row, name) && !isSpelled(value, as)))
					t.holds(`${first} should change ${what}`, !isDeepStrictEqual(now.field(first), was.field(first)), now);
			};
			for (const [name, value] of Object.entries(whole))
				if (values.get(name)?.[1] !== undefined) isSet(name, value, original, before, "after a change of all fields at once", inWhole);
			// Flags that are always sent together: all true, then all false.
			const flags = (update.always ?? []).filter((name) => typeof whole[name] === "boolean");
			for (const value of flags.length > 1 ? [true, false] : []) {
				(await caller.call(row, { ...at, ...whole, ...Object.fromEntries(flags.map((name) => [name, value])) })).ok;
				before = await read();
				for (const name of flags) t.same(`${name} after all flags are ${value}`, before.field(name), value, before);
			}
			if (flags.length > 1) {
				(await caller.call(row, { ...at, ...whole })).ok;
				before = await read();
			}
			/** Checks that the fields other than those of the request and their aliases did not change. Returns those that did. */
			const stay = (was: ApiResponse, after: ApiResponse, names: readonly string[], what: string): readonly string[] => {
				const shown = names.flatMap((name) => shownNames(update, name));
				const changed = changedFields(was.fields, after.fields).filter((one) => !moves.test(one) && !shown.includes(one));
				t.assume(`${changed.join(", ")} should not change ${what}`, changed.length === 0, after);
				return changed;
			};
			/** The last value that was sent for each field. */
			const lastSent: { [name: string]: unknown } = { ...whole };
			const needed = Object.fromEntries((update.always ?? []).map((name) => [name, whole[name]]));
			/** Returns the other fields that a request with these fields needs: if one of several is required, it gets its current value. */
			const beside = (...names: readonly string[]): Params => {
				const oneOf = row.body?.atLeastOne?.filter((name) => Object.hasOwn(lastSent, name)) ?? [];
				return { ...needed, ...(oneOf[0] && !oneOf.some((name) => names.includes(name)) && { [oneOf[0]]: lastSent[oneOf[0]] }) };
			};
			/** Returns a value of the field other than the one that was sent last. Undefined if there is none. */
			const other = (name: string): unknown => values.get(name)?.find((value) => !isDeepStrictEqual(value, lastSent[name]));
			/** Changes one field, and checks that only this field changes. Returns what it sent and a description of it. Undefined if the form cannot have the value. */
			const change = async (name: string, value: unknown, as: (typeof forms)[number] = "json") => {
				keep?.({ [name]: value });
				const sent = { ...beside(name), [name]: value };
				const response = await caller.call(row, { ...at, ...sent }, { as });
				if (response.refused && isSpelled(value, as)) {
					t.assume(`${name} should be read from a ${as}`, false, response);
					return undefined;
				}
				response.ok;
				const after = await read();
				const what = `after a change of ${name} to ${JSON.stringify(value)}`;
				isSet(name, value, before, after, what, as);
				const isFirm = (one: string) => stays(row, name, one) || (row.id === "updateGroup" && !isOpen(row, name) && !isOpen(row, one));
				t.same(`the other fields that changed ${what}`, stay(before, after, [name], what).filter(isFirm).join(", "), "", after);
				isRecord(response, after, shownNames(update, name), what);
				lastSent[name] = value;
				if (Object.hasOwn(needed, name)) needed[name] = value;
				before = after;
				return { sent, what };
			};
			for (const { name } of fields) {
				const shown = shownNames(update, name);
				const [one, two, ...more] = values.get(name) ?? [];
				// A boolean is switched off and on again, because an alias may have set it already. Then one value is sent in a form, the other in the query.
				// If the second value is the original one, the first comes last, so that a later request that resets the field is noticed.
				const isSwitched = typeof two === "boolean" || isDeepStrictEqual(two, original.field(name));
				const inJson = two === undefined ? [] : isSwitched ? [two, one] : more.length > 0 ? [two, ...more, one] : [two];
				const inTexts = two === undefined || !areTexts(row, { ...needed, one, two }) ? [] : inJson.at(-1) === one ? [two, one] : [one, two];
				for (const [index, value] of [...inJson, ...inTexts].entries()) {
					const as = formAt(Math.max(index - inJson.length + 1, 0));
					const made = await change(name, value, as);
					if (!made) continue;
					const [after, { sent, what }] = [before, made];
					(await caller.call(row, { ...at, ...sent })).ok;
					const again = await read();
					for (const one of changedFields(after.fields, again.fields).filter((field) => !moves.test(field)))
						if (shown.includes(one) && !isSpelled(value, as)) t.same(`${one} ${what}, sent a second time`, again.field(one), after.field(one), again);
						else t.assume(`${one} should not change ${what}, sent a second time`, false, again);
				}
			}
			// Once more with all flags switched: while a flag is on, nothing shows that another change also switches it on.
			const isFlag = (name: string): boolean => typeof lastSent[name] === "boolean";
			for (const name of [...all.filter(isFlag), ...all.filter((one) => !isFlag(one))]) {
				const next = other(name);
				const sent = next === undefined ? [] : isFlag(name) ? [next] : [next, lastSent[name]];
				for (const value of sent) await change(name, value);
			}
			// Another client may change other records, but they must not have the values of the requests.
			for (const now of (await others?.()) ?? []) {
				const was = besides.find(({ id }) => id === now.id);
				const isTaken = (name: string) => !isDeepStrictEqual(now[name], was?.[name]) && values.get(name)?.some((value) => isDeepStrictEqual(now[name], value));
				t.same(`the fields of record ${now.id}, which no request names, that have a value of the requests`, was ? all.filter(isTaken).join(", ") : "", "");
			}
			// If there are only few fields, send every combination of them.
			const free = fields.map(({ name }) => name).filter((name) => (values.get(name)?.length ?? 0) > 1);
			for (const names of free.length > 4 ? [] : combinations(free)) {
				for (const name of names) lastSent[name] = other(name);
				const sent = Object.fromEntries(names.map((name) => [name, lastSent[name]]));
				for (const name of Object.keys(needed)) needed[name] = lastSent[name];
				const response = (await caller.call(row, { ...at, ...beside(...names), ...sent })).ok;
				const [was, after] = [before, await read()];
				const what = `after a change of ${names.join(" and ")}`;
				isRecord(response, after, names, what);
				for (const name of names) isSet(name, lastSent[name], was, after, what);
				stay(was, after, names, what);
				before = after;
			}
			// Everyone who may change the record may change every field. The actors have their roles only in the scene's group, and in a new one.
			for (const who of update.of && !(update.of === "top-level" && t.given.hasControl) ? [] : enough(row)) {
				if (who === "anonymous" || !t.hasToken(who) || !(await hasRight(t, who))) continue;
				const own = all.filter((name) => who === "administrator" || !ofAdministrators.test(name));
				// Change every field to another value and back.
				for (const _ of [1, 2]) {
					const sent = Object.fromEntries(own.map((name) => [name, other(name) ?? lastSent[name]]));
					keep?.(sent);
					const response = await t.as(who).call(row, { ...at, ...sent });
					(states(row, "role") ? t.holds : t.assume)(`${who} should be able to change every field`, response.succeeded, response);
					if (!response.succeeded) break;
					Object.assign(lastSent, sent);
					const [was, after] = [before, await read()];
					for (const name of own) isSet(name, lastSent[name], was, after, `after a change by ${who}`);
					// Only administrators receive the value of `repository_storage`.
					const seen = Object.keys(response.fields).filter((name) => name !== "repository_storage");
					isRecord(response, after, own, `after a change by ${who}`, seen);
					stay(was, after, own, `after a change by ${who}`);
					before = after;
				}
			}
			// The first page of most lists has the newest records.
			const list = paged.find(({ path }) => path === update.read.path.replace(/\/\{[^}]*\}$/, ""));
			const listed = list && (await caller.call(list, { ...inPath(list, at), per_page: 100 }));
			if (listed) t.assume("a caller who may change the record should be able to list it", listed.status === 200, listed);
			const item = listed?.succeeded ? listed.items.find(({ id }) => id === before.field("id")) : undefined;
			for (const name of item
				? all.flatMap((one) => shownNames(update, one)).filter((one) => Object.hasOwn(item, one) && Object.hasOwn(before.fields, one))
				: []) {
				// The list of runners may show `paused` as the status of a paused runner, as in a sample of the specification.
				const isPaused = name === "status" && item?.paused === true && item.status === "paused";
				if (!isPaused) t.same(`${name} in the list after all changes`, item?.[name], before.field(name), listed);
			}
		},
	);

/**
 * The values of a read can be sent back, and change nothing but times. Catches an update that does not accept the server's own values, or that
 * turns an absent value into another.
 */
const roundTrip = (update: Update, row: RestOperation): Rule =>
	generated(
		row,
		{ phase: "laws", what: nameOf(update, "round-trip"), title: "accepts the values that a read returns, and changes nothing", level: "ASSUMED" },
		async (t) => {
			const { caller, at } = await update.arrange(t);
			const read = async () => (await caller.call(update.read, { ...at, ...update.view })).is(200);
			const before = await read();
			const fields = (row.body?.fields ?? []).filter((field) => applies(t, field));
			const sent = fields.flatMap(({ name, lifecycle }) => {
				const value = before.field(name);
				// The avatar is a file in the request, but a URL in the record. If a field has two names, only the newer one is sent.
				const isLeftOut = value === undefined || name === "avatar" || lifecycle?.stage === "deprecated";
				return isLeftOut ? [] : [[name, value] as const];
			});
			if (sent.length === 0) t.skip("the record shows no field that the request has");
			const body = Object.fromEntries(sent);
			const response = await caller.call(row, { ...at, ...body });
			t.holds(`the fields ${Object.keys(body).join(", ")} should be accepted as read`, response.succeeded, response);
			const after = await read();
			t.same(
				"what changed",
				changedFields(before.fields, after.fields)
					.filter((name) => !moves.test(name))
					.join(", "),
				"",
				after,
			);
		},
	);

const lawsOf = (updates: readonly Update[]): readonly Rule[] =>
	updates.flatMap((update) => [partial(update, update.operation), roundTrip(update, update.operation)]);

export const contractPartialUpdates = lawsOf(updates);
/** Returns the laws of partial updates for the operations of an extension. */
export const partialUpdates = (rows: readonly RestOperation[]): readonly Rule[] => lawsOf(updatesIn(rows));
