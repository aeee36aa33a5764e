import { styleText } from "node:util";

export type Colour = "green" | "yellow" | "red" | "cyan" | "dim" | "bold";
export type Paint = (colour: Colour, text: string) => string;

/** Colours text for a terminal; leaves it as it is for anything else, and where NO_COLOR is set. */
export const painter =
	(isTerminal: boolean): Paint =>
	(colour, text) =>
		// Where it writes is known here; later releases of Node would look at stdout instead.
		isTerminal && !process.env.NO_COLOR ? styleText(colour, text, { validateStream: false }) : text;
