import { styleText } from "node:util";

export type Colour = "green" | "yellow" | "red" | "cyan" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

/** Returns a function that colours text for a terminal. It changes nothing for other outputs, or if NO_COLOR is set. */
export const painter =
	(isTerminal: boolean): Paint =>
	(colour, text) =>
		// The caller knows the output. Without this option, later releases of Node check stdout instead.
		isTerminal && !process.env.NO_COLOR ? styleText(colour, text, { validateStream: false }) : text;
