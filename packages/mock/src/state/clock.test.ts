import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Clock } from "./clock";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test("a stopped clock moves only when it is set", () => {
	const clock = new Clock("2026-01-01T00:00:00Z");
	expect(clock.iso()).toBe("2026-01-01T00:00:00.000Z");
	clock.advance("8 days");
	expect(clock.today()).toBe("2026-01-09");
	clock.advance(1500);
	expect(clock.iso()).toBe("2026-01-09T00:00:01.500Z");
	clock.set("2027-02-03T04:05:06Z");
	expect(clock.iso()).toBe("2027-02-03T04:05:06.000Z");
});

test("a running clock runs on from where it was set", () => {
	const clock = new Clock();
	expect(clock.now()).toBe(Date.now());
	vi.advanceTimersByTime(1000);
	expect(clock.now()).toBe(Date.now());
	clock.set("2030-01-01T00:00:00Z");
	expect(clock.today()).toBe("2030-01-01");
	clock.advance("1 week");
	expect(clock.today()).toBe("2030-01-08");
});

test.each(["soon", "3 fortnights", "-1 day", ""])("a length of time that cannot be read is refused: %j", (text) => {
	expect(() => new Clock().advance(text)).toThrow(TypeError);
});

test("a time that cannot be read is refused", () => {
	expect(() => new Clock("yesterday")).toThrow('Not a time: "yesterday"');
});

test("a clock that stands can be made to run on, and one that runs to stand", () => {
	const clock = new Clock("2026-01-01T00:00:00Z");
	expect(clock.isTicking).toBe(false);
	clock.tick();
	expect(clock.isTicking).toBe(true);
	vi.advanceTimersByTime(1500);
	expect(clock.iso()).toBe("2026-01-01T00:00:01.500Z");
	clock.freeze();
	vi.advanceTimersByTime(1500);
	expect(clock.iso()).toBe("2026-01-01T00:00:01.500Z");
	clock.freeze("2027-01-01T00:00:00Z");
	expect(clock.today()).toBe("2027-01-01");
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15, new Date("")])("%s is not a time", (time) => {
	const clock = new Clock("2026-01-01T00:00:00Z");
	expect(() => clock.set(time)).toThrow("Not a time");
	expect(() => clock.advance(9e15)).toThrow("Not a time");
	expect(clock.iso()).toBe("2026-01-01T00:00:00.000Z");
});
