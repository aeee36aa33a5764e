import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import type { Inspected } from "./open-inspector";

/** Opens pages of a mock that close when their test ends. */
export const pagesOf =
	(mock: () => Inspected) =>
	async (...args: Parameters<Inspected["open"]>): Promise<Page> => {
		const page = await mock().open(...args);
		onTestFinished(() => page.close());
		return page;
	};
