import tenonMock from "../../scenes/tenon-mock.json" with { type: "json" };
import type { Mode } from "./result";
import type { ServerOptions } from "./session";

/** `read-only` for a server that somebody may depend on; `sandbox` for @tenon/mock with its own tokens. */
export const defaultMode = ({ tokens = {}, bench }: Pick<ServerOptions, "tokens" | "bench">): Mode =>
	bench === "control" || Object.values(tokens).some((token) => token === tenonMock.tokens.owner)
		? "sandbox"
		: "read-only";
