import { isSecretName } from "../errors/redact";

/** An ordinary word: it is not a secret, and an error message may need it. */
const ordinaryWord = /^\p{L}{1,20}$/u;
const deepest = 20;

/**
 * Returns the texts among variables, at any depth, that no message may show: those with secret names, and all that are
 * not an ordinary word.
 */
export function secretTexts(value: unknown, isSecret = false, depth = 0): string[] {
	if (typeof value === "string") return isSecret || !ordinaryWord.test(value) ? [value] : [];
	if (typeof value !== "object" || value === null || depth > deepest) return [];
	return Object.entries(value).flatMap(([name, each]) => secretTexts(each, isSecret || isSecretName(name), depth + 1));
}
