import { isMapping, type Kind, type Shape, shapes } from "./shapes";

/** Calls a function for each object in a document, inner objects first. Does not follow references. */
export function visit(
	node: unknown,
	kind: Kind,
	see: (node: Record<string, unknown>, kind: Kind) => void,
	seen = new WeakSet<object>(),
): void {
	if (!isMapping(node) || seen.has(node)) return;
	seen.add(node);
	for (const [key, value] of Object.entries(node)) {
		const shape: Shape | undefined =
			kind === "schema" && key === "additionalProperties" ? { one: "schema" } : shapes[kind][key];
		if (typeof shape !== "object" || key.startsWith("x-")) continue;
		if ("one" in shape) visit(value, shape.one, see, seen);
		else
			for (const item of Object.values(value ?? {})) visit(item, "list" in shape ? shape.list : shape.each, see, seen);
	}
	see(node, kind);
}
