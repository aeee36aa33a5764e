import type { Settings } from "../../request/settings/settings";
import type { CaptchaSettings } from "../../request/settings/spam";
import type { SpamLog } from "../../state/records";
import type { State } from "../../state/state";

/** The headers that a request answers a challenge with. */
export const challengeHeaders = { id: "x-service-spam-log-id", solution: "x-service-captcha-response" } as const;

/** When a challenge can no longer be answered, in milliseconds since 1970. */
export const challengeEnd = ({ created_at }: SpamLog, captcha: CaptchaSettings): number =>
	Date.parse(created_at) + (captcha.lifetime ?? 600) * 1000;

/** Whether a challenge can still be answered. */
export const isOpenChallenge = (log: SpamLog, { captcha }: Settings, state: State): boolean =>
	log.challenged && !log.solved && captcha !== null && state.clock.now() <= challengeEnd(log, captcha);

/** The right answer to a challenge. */
export function solutionOf({ id }: SpamLog, captcha: CaptchaSettings | null): string {
	const answer = captcha?.answer ?? ((log: number): string => `solution-${log}`);
	return typeof answer === "string" ? answer : answer(id);
}
