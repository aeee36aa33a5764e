import { isLonger } from "../../lib/is-longer";
import { pathText, reservedFaults } from "../groups/reserved-names";

/** The maximum lengths of an account's texts. */
const longest = { name: 255, bio: 255, organization: 500, pronouns: 50 };
const shortestPassword = 8;
const themes = 11;
const colorSchemes = 8;

/** Common passwords, which are refused. */
const commonplace: ReadonlySet<string> = new Set([
	"password",
	"password1",
	"password123",
	"passw0rd",
	"12345678",
	"123456789",
	"1234567890",
	"11111111",
	"00000000",
	"qwertyui",
	"qwertyuiop",
	"qwerty123",
	"1q2w3e4r",
	"abc12345",
	"abcd1234",
	"iloveyou",
	"sunshine",
	"princess",
	"football",
	"baseball",
	"superman",
	"trustno1",
	"letmein1",
	"welcome1",
	"admin123",
	"changeme",
]);

/** Validation errors, by field. */
export type Faults = { [field: string]: string[] };

interface Values {
	readonly [field: string]: unknown;
}

const isIn = (value: number, last: number): boolean => value >= 1 && value <= last;

function passwordFaults(password: string): string[] {
	if ([...password].length < shortestPassword) return [`is too short (minimum is ${shortestPassword} characters)`];
	if (commonplace.has(password.toLowerCase()))
		return ["must not contain commonly used combinations of words and letters"];
	return [];
}

function usernameFaults(username: string): string[] {
	const wellFormed = /^[a-z0-9_.][a-z0-9_.-]{0,254}$/i.test(username) && !/(\.|\.git|\.atom)$/i.test(username);
	return [...(wellFormed ? [] : [pathText]), ...reservedFaults(username, true)];
}

const texts: { readonly [field: string]: (text: string) => string[] } = {
	name: (text) => (text.trim() === "" ? ["can't be blank"] : []),
	username: usernameFaults,
	email: (text) => (/^[^@\s]+@[^@\s]+$/.test(text) ? [] : ["is invalid"]),
	password: passwordFaults,
};

const numbers: { readonly [field: string]: (value: number) => string[] } = {
	projects_limit: (value) => (value >= 0 ? [] : ["must be greater than or equal to 0"]),
	shared_runners_minutes_limit: (value) => (value >= 0 ? [] : ["must be greater than or equal to 0"]),
	extra_shared_runners_minutes_limit: (value) => (value >= 0 ? [] : ["must be greater than or equal to 0"]),
	theme_id: (value) => (isIn(value, themes) ? [] : ["is not included in the list"]),
	color_scheme_id: (value) => (isIn(value, colorSchemes) ? [] : ["is not included in the list"]),
};

/** Returns the validation errors of the values. Each value is checked on its own. */
export function faultsOf(values: Values): Faults {
	const found: Faults = {};
	for (const [field, value] of Object.entries(values)) {
		const most = Object.hasOwn(longest, field) ? longest[field as keyof typeof longest] : undefined;
		const said: string[] = [];
		if (typeof value === "string") {
			if (most !== undefined && isLonger(value, most)) said.push(`is too long (maximum is ${most} characters)`);
			if (Object.hasOwn(texts, field)) said.push(...(texts[field]?.(value) ?? []));
		} else if (typeof value === "number" && Object.hasOwn(numbers, field))
			said.push(...(numbers[field]?.(value) ?? []));
		if (said.length > 0) found[field] = said;
	}
	return found;
}
