import { isSecretName } from "../errors/redact";

/** A word as people write it: an error's message may need it, and it is not a secret. */
const ordinaryWord = /^\p{L}{1,20}$/u;
const deepest = 20;

/**
 * The texts among variables that no message may show, as deep as they are: those of secret names, and all that are more than
 * an ordinary word.
 */
export function secretTexts(value: unknown, isSecret = false, depth = 0): string[] {
	if (typeof value === "string") return isSecret || !ordinaryWord.test(value) ? [value] : [];
	if (typeof value !== "object" || value === null || depth > deepest) return [];
	return Object.entries(value).flatMap(([name, each]) => secretTexts(each, isSecret || isSecretName(name), depth + 1));
}
