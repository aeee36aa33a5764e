const codes = { green: 32, yellow: 33, red: 31, cyan: 36, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof codes;
export type Paint = (colour: Colour, text: string) => string;

/** Colours text for a terminal; leaves it as it is for anything else, and where NO_COLOR is set. */
export const painter =
	(isTerminal: boolean): Paint =>
	(colour, text) =>
		isTerminal && !process.env.NO_COLOR ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text;
