import type { Platform } from "@tenon/mock";

type Row = Readonly<Record<string, unknown>>;

/** Fields that every use changes, and counters that only increase: a run does not have to undo them. */
const usage = new Set([
	...["last_used_at", "last_activity_on", "last_activity_at", "contacted_at", "updated_at", "ip_address"],
	...["last_iids", "former_paths", "ldap_sync_requested_at"],
]);

const rowsOf = (platform: Platform): Map<string, Map<string, Row>> =>
	new Map(
		Object.entries(platform.snapshot()).map(([table, { rows }]) => [
			table,
			new Map(rows.map((row) => [String(row.id), { ...row }])),
		]),
	);

/** Remembers the rows of a platform. The function that it returns lists the rows that have changed since, as `notes 12 added`. */
export function rememberState(platform: Platform): () => string[] {
	const before = rowsOf(platform);
	return () => {
		const after = rowsOf(platform);
		return [...after].flatMap(([table, rows]) => {
			const old = before.get(table) ?? new Map<string, Row>();
			const added = [...rows.keys()].filter((id) => !old.has(id)).map((id) => `${table} ${id} added`);
			const removed = [...old.keys()].filter((id) => !rows.has(id)).map((id) => `${table} ${id} removed`);
			const changed = [...rows].flatMap(([id, row]) => {
				const was = old.get(id);
				if (!was) return [];
				const fields = Object.keys(row).filter(
					(name) => !usage.has(name) && JSON.stringify(row[name]) !== JSON.stringify(was[name]),
				);
				return fields.length > 0 ? [`${table} ${id} changed: ${fields.join(", ")}`] : [];
			});
			return [...added, ...removed, ...changed];
		});
	};
}
