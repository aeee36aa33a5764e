import { GraphQLError } from "graphql";
import { ApiError } from "../request/http/errors";

/** Returns the error of a mutation on something missing or not accessible. The text is the same for both. */
export const noPermission = (): GraphQLError =>
	new GraphQLError(
		"The resource that you are attempting to access does not exist or you don't have permission to perform this action",
	);

/** Returns an error that the caller caused. It is reported in `errors`, with its location in the query. */
export const refusal = (message: string, extensions?: { readonly [name: string]: unknown }): GraphQLError =>
	new GraphQLError(message, extensions ? { extensions } : {});

/** Returns the error that refuses a whole request. */
export const requestRefusal = (
	status: number,
	message: string,
	headers?: { readonly [name: string]: string },
): ApiError => new ApiError(status, { errors: [{ message }] }, headers);

const humanized = (field: string): string => {
	const words = field.replaceAll("_", " ").replace(/ id$/, "");
	return words.charAt(0).toUpperCase() + words.slice(1);
};

const fieldText = (field: string, text: string): string => (field === "base" ? text : `${humanized(field)} ${text}`);

function textsOf(message: unknown): string[] {
	if (Array.isArray(message)) return message.flatMap(textsOf);
	if (typeof message === "object" && message !== null)
		return Object.entries(message).flatMap(([field, texts]) =>
			(Array.isArray(texts) ? texts : [texts]).map((text) => fieldText(field, String(text))),
		);
	const text = String(message).replace(/^\d{3} [A-Z][a-z]+(?: [a-z]+)*(?: - )?/, "");
	// REST reports errors of a record in one line: `Note {:note=>["can't be blank"]}`.
	const [, field, what] = /^\w+ \{:(\w+)=>\["(.*)"\]\}$/.exec(text) ?? [];
	return [field !== undefined && what !== undefined ? fieldText(field, what) : text || String(message)];
}

/** Returns the REST error of a change as full sentences, for a payload's `errors`. */
export function sentences({ body }: ApiError): string[] {
	if (typeof body === "string") return [body];
	return textsOf(Reflect.get(body, "message") ?? Reflect.get(body, "error"));
}
