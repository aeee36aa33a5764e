/** The content that is checked for spam. */
export interface SpamContent {
	/** The name of the mutation. */
	readonly action: "createNote" | "createSnippet" | "updateSnippet";
	/** Everything that the caller wrote: title, description, text. */
	readonly text: string;
	readonly username: string;
}

/** `true`: spam, but a CAPTCHA can lift the verdict. `"certain"`: spam in any case. */
export type SpamVerdict = boolean | "certain";

/**
 * What counts as spam.
 *
 * @example
 * platform.settings.spam = { isSpam: ({ text }) => text.includes("cheap watches") };
 * platform.settings.spam = { next: 1 }; // the next one, whatever it says
 */
export interface SpamSettings {
	/** A text that marks spam, or a function that decides. Default: `[spam]`; a CAPTCHA cannot lift `[certain spam]`. */
	readonly isSpam?: string | ((content: SpamContent) => SpamVerdict);
	/** The number of next changes that count as spam, whatever their content. It counts down. Default: 0. */
	next?: number;
	/** Whether changes by administrators are never spam. Default: false. */
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
	/** The key with which clients show the CAPTCHA. */
	readonly siteKey: string;
	/** The solution of a challenge: one for all, or by the challenge's number. Default: `solution-<spamLogId>`. */
	readonly solution?: string | ((spamLogId: number) => string);
	/** How long a challenge can be solved, in seconds. Default: 600. */
	readonly lifetime?: number;
}
