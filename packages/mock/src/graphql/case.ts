/** Returns a record's value as the schema's enum writes it. */
// `toUpperCase` does to the text what `Uppercase` does to the type.
export const upper = <Text extends string>(text: Text): Uppercase<Text> => text.toUpperCase() as Uppercase<Text>;

/** Returns an enum's value as records write it. */
// `toLowerCase` does to the text what `Lowercase` does to the type.
export const lower = <Text extends string>(text: Text): Lowercase<Text> => text.toLowerCase() as Lowercase<Text>;
