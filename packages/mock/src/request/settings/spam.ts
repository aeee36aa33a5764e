/** What is looked at for spam. */
export interface SpamContent {
	/** The mutation. */
	readonly action: "createNote" | "createSnippet" | "updateSnippet";
	/** All that the caller wrote: title, description, text. */
	readonly text: string;
	readonly username: string;
}

/** `true`: spam, which a CAPTCHA may lift. `"certain"`: spam that nothing lifts. */
export type SpamVerdict = boolean | "certain";

/**
 * What counts as spam.
 *
 * @example
 * platform.settings.spam = { isSpam: ({ text }) => text.includes("cheap watches") };
 * platform.settings.spam = { next: 1 }; // the next one, whatever it says
 */
export interface SpamSettings {
	/** A text that marks spam, or a judge. Default `[spam]`; with `[certain spam]` nothing lifts the verdict. */
	readonly isSpam?: string | ((content: SpamContent) => SpamVerdict);
	/** As many of the next changes that are looked at are spam, whatever they say; counts down. Default 0. */
	next?: number;
	/** Whether what administrators write is never spam. Default false. */
	readonly sparesAdministrators?: boolean;
}

/**
 * The CAPTCHA service.
 *
 * @example
 * platform.settings.captcha = { siteKey: "demo-site-key" };
 * // The solution of the challenge 61 is then "solution-61".
 */
export interface CaptchaSettings {
	/** What callers show the CAPTCHA with. */
	readonly siteKey: string;
	/** The solution of a challenge: one for all, or by the challenge's number. Default `solution-<spamLogId>`. */
	readonly solution?: string | ((spamLogId: number) => string);
	/** Seconds for which a challenge may be solved. Default 600. */
	readonly lifetime?: number;
}
