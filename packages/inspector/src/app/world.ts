import { useSearchParams } from "wouter";

/** The world that the page shows; undefined for the one without a name, `*` for all, which only the requests and coverage know. */
export function useWorld(): string | undefined {
	const [query] = useSearchParams();
	return query.get("world") ?? undefined;
}

/** A path of the page that stays in the same world. */
export function inWorld(path: string, world: string | undefined): string {
	if (world === undefined || (world === "*" && !/^\/(?:requests|coverage)$/.test(path))) return path;
	return `${path}${path.includes("?") ? "&" : "?"}world=${encodeURIComponent(world)}`;
}
