import tenonMock from "../../scenes/tenon-mock.json" with { type: "json" };
import type { BenchName } from "../bench/bench";
import type { Tokens } from "../rule/actors";
import type { Mode } from "./result";

/** Whether these are the tokens of @tenon/mock with its own seed. */
export const isOfMock = (tokens: Tokens = {}): boolean =>
	Object.values(tokens).some((token) => token === tenonMock.tokens.owner);

/** `read-only` for a server that someone may depend on; `sandbox` for @tenon/mock with its own tokens. */
export const defaultMode = ({ tokens, bench }: { readonly tokens?: Tokens; readonly bench?: BenchName }): Mode =>
	bench === "control" || isOfMock(tokens) ? "sandbox" : "read-only";
