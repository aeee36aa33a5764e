import type { ProjectFilters } from "../domains/groups/projects";
import { refusal } from "./errors";

const keys = ["id", "name", "path", "created_at", "updated_at", "star_count", "last_activity_at"] as const;

/** Parses an order of projects, such as `name_asc`. Throws if there is no such order. */
export function projectOrder(text: string): Required<Pick<ProjectFilters, "order_by" | "sort">> {
	const [, key, direction] = /^(.+)_(asc|desc)$/.exec(text) ?? [];
	const order_by = keys.find((one) => one === key);
	if (!order_by) throw refusal(`${JSON.stringify(text)} is not an order of projects`);
	return { order_by, sort: direction === "asc" ? "asc" : "desc" };
}
