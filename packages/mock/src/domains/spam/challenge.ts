import type { Settings } from "../../request/settings/settings";
import type { CaptchaSettings } from "../../request/settings/spam";
import type { SpamLog } from "../../state/records";
import type { State } from "../../state/state";

/** The headers by which a request solves a challenge. */
export const challengeHeaders = { id: "x-service-spam-log-id", solution: "x-service-captcha-response" } as const;

/** Returns when a challenge expires, in milliseconds since 1970. */
export const challengeEnd = ({ created_at }: SpamLog, captcha: CaptchaSettings): number =>
	Date.parse(created_at) + (captcha.lifetime ?? 600) * 1000;

/** Whether a challenge can still be solved. */
export const isOpenChallenge = (log: SpamLog, { captcha }: Settings, state: State): boolean =>
	log.challenged && !log.solved && captcha !== null && state.clock.now() <= challengeEnd(log, captcha);

/** Returns the solution of a challenge. */
export function solutionOf({ id }: SpamLog, captcha: CaptchaSettings | null): string {
	const solution = captcha?.solution ?? ((log: number): string => `solution-${log}`);
	return typeof solution === "string" ? solution : solution(id);
}
