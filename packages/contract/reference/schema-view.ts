import type { Lifecycle, Schema, Tier } from "../generate/document";
import { type Model, refName } from "../generate/model";
import { isRequirement } from "../generate/requirement";
import { lifecycleText, tierText } from "../generate/wording";
import { bounds, choices, typeName } from "./constraints";
import { html, type Markup } from "./html";
import { schemaHref } from "./places";
import { inline, prose } from "./prose";

/** A parameter, a field of a body or a property of a record. */
export interface Member {
	name: string;
	required: boolean;
	schema: Schema;
	description?: string | undefined;
	deprecated?: boolean | undefined;
	tier?: Tier | undefined;
	lifecycle?: Lifecycle | undefined;
}

/** Where a view stands: what its links lead to, and which records it is inside of. */
export interface Surroundings {
	model: Model;
	/** What leads to the reference's root: `../`. */
	root: string;
	/** Names of the records that are open around this one: none is opened within itself. */
	within?: readonly string[];
}

/** Records are opened in place down to this depth; below, links lead on. */
const deepest = 2;

/** The members of an object schema. */
export const membersOf = (schema: Schema): Member[] =>
	Object.entries(schema.properties ?? {}).map(([name, one]) => ({
		name,
		required: (schema.required ?? []).includes(name),
		schema: one,
		description: one.description,
		deprecated: one.deprecated,
		tier: one["x-tenon-tier"],
		lifecycle: one["x-tenon-lifecycle"],
	}));

/** A type's name, the records in it linked. */
export const typeLink = (schema: Schema, { model, root }: Surroundings): Markup =>
	html`${typeName(schema)
		.split(/([A-Z]\w+)/)
		.map((part) => {
			const target = model.schemas.get(part);
			return target ? html`<a href="${root}${schemaHref(target)}">${part}</a>` : part;
		})}`;

/** The object that a schema holds, directly, as a list's item or as one of several: its name if it has one. */
function inner(schema: Schema, model: Model): { name?: string; schema: Schema }[] {
	if (schema.$ref) {
		const name = refName(schema.$ref);
		const target = model.schemas.get(name);
		return target ? [{ name, schema: target.schema }] : [];
	}
	if (schema.anyOf && !schema.anyOf.every(isRequirement)) return schema.anyOf.flatMap((one) => inner(one, model));
	if (schema.items) return inner(schema.items, model);
	if (typeof schema.additionalProperties === "object") return inner(schema.additionalProperties, model);
	return schema.properties ? [{ schema }] : [];
}

function nested(schema: Schema, around: Surroundings): Markup {
	const within = around.within ?? [];
	if (within.length >= deepest) return html``;
	const objects = inner(schema, around.model).filter(
		({ name, schema: one }) => one.properties && !within.includes(name ?? ""),
	);
	return html`${objects.map(
		({ name, schema: one }) =>
			html`<details class="nested"><summary>${name ? `Fields of ${name}` : "Fields"}</summary>${members(
				membersOf(one),
				{ ...around, within: [...within, name ?? ""] },
			)}</details>`,
	)}`;
}

const shown = (value: unknown): Markup => html`<code>${JSON.stringify(value)}</code>`;

function member(one: Member, around: Surroundings): Markup {
	const { schema } = one;
	const listed = choices(schema);
	const limits = bounds(schema);
	const use = one.lifecycle?.replacedBy;
	const former = (schema.anyOf ?? []).filter((branch) => branch.deprecated && branch.enum);
	const notes = [
		listed.length > 0 && html`<p class="values">One of ${listed.map((value) => html`${shown(value)} `)}</p>`,
		former.map(
			({ enum: values = [], ...branch }) =>
				html`<p class="values">Deprecated: ${values.map((value) => html`${shown(value)} `)}${branch["x-tenon-lifecycle"]?.replacedBy && html`– use ${shown(branch["x-tenon-lifecycle"].replacedBy)}`}</p>`,
		),
		limits.length > 0 && html`<p class="values">${inline(limits.join("; "))}</p>`,
		schema.default !== undefined && html`<p class="values">Default ${shown(schema.default)}</p>`,
		one.tier && html`<p class="values">${tierText(one.tier)}</p>`,
		one.lifecycle && html`<p class="values">${inline(lifecycleText(one.lifecycle) ?? "")}</p>`,
		one.deprecated &&
			html`<p class="values">Deprecated${use && html`: use ${inline(use)}`}${one.lifecycle?.removal && `, to be removed in ${one.lifecycle.removal}`}.</p>`,
	];
	return html`<div class="member${one.deprecated && " former"}"><dt><code>${one.name}</code> <span class="type">${typeLink(schema, around)}</span>${one.required && html` <span class="badge needed">required</span>`}${one.deprecated && html` <span class="badge warn">deprecated</span>`}${one.tier?.tier && html` <span class="badge">${one.tier.tier}</span>`}</dt><dd>${prose(one.description)}${notes}${nested(schema, around)}</dd></div>`;
}

/** A list of members. */
export const members = (list: readonly Member[], around: Surroundings): Markup =>
	html`<dl class="members">${list.map((one) => member(one, around))}</dl>`;

/** What a schema holds: its type, and the fields of the object in it. */
export function schemaView(schema: Schema, around: Surroundings): Markup {
	const objects = inner(schema, around.model);
	const bodies = objects.map(({ name, schema: one }) => {
		const some = one.anyOf?.every(isRequirement) ? one.anyOf.flatMap((branch) => branch.required ?? []) : [];
		const never = one.not?.required ?? [];
		const opened = { ...around, within: [...(around.within ?? []), name ?? ""] };
		return html`${objects.length > 1 && html`<h5>${name ?? "An object"}</h5>`}${some.length > 0 && html`<p>At least one of ${some.map((field) => html`<code>${field}</code> `)}</p>`}${never.length > 0 && html`<p>Never together: ${never.map((field) => html`<code>${field}</code> `)}</p>`}${
			one.properties
				? members(membersOf(one), opened)
				: html`<p>${typeLink(one, around)}</p>${name && one.description && prose(one.description)}`
		}`;
	});
	return html`<p class="type">${typeLink(schema, around)}</p>${bodies}`;
}
