/**
 * Compiles the contract's schemas with Ajv (draft 2020-12). Implements `date` and `date-time` of RFC 3339 again, so
 * that Ajv cannot share a mistake with the validators under test.
 */
import { Ajv2020 } from "ajv/dist/2020.js";

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function date(text: string): boolean {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
	const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
	const leap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
	const last = month === 2 && leap ? 29 : (lengths[month - 1] ?? 0);
	return day >= 1 && day <= last;
}

function time(text: string): boolean {
	const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i.exec(text);
	if (!match) return false;
	const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
	const [offsetHour = 0, offsetMinute = 0] = match.slice(5, 7).map((part) => Number(part ?? 0));
	if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
	if (second < 60) return true;
	// A leap second is the last second of a day in UTC.
	const ahead = (match[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
	const utc = (hour * 60 + minute - ahead + 1440) % 1440;
	return second === 60 && utc === 1439;
}

function dateTime(text: string): boolean {
	const [day = "", clock = "", ...rest] = text.split(/t|\s/i);
	return rest.length === 0 && date(day) && time(clock);
}

/** Whether a schema accepts a value. */
export type Accepts = (value: unknown) => boolean;

/** Returns a function that compiles schemas, which refer to the document by `contract#/components/…`. */
export function compilerFor(document: object): (schema: object) => Accepts {
	const ajv = new Ajv2020({
		strict: false,
		formats: { date, "date-time": dateTime, uri: true, email: true, password: true, binary: true },
	});
	ajv.addSchema({ ...document, $id: "contract" });
	return (schema) => {
		const validate = ajv.compile(schema);
		return (value) => validate(value);
	};
}

/** Returns a schema whose references lead to the document of {@link compilerFor}. */
export function absolute<T>(node: T): T {
	return JSON.parse(JSON.stringify(node).replaceAll('"$ref":"#/', '"$ref":"contract#/')) as T;
}
