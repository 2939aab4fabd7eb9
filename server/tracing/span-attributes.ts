/** Lets only listed attributes of a span leave the desk, in fixed forms without phone number, reference, name or key. Pure. */
import type { Attributes } from "#server/tracing/traced.ts";

/** Matches words of our code and routes. They have no digits, so no phone number, amount or id passes. */
const WORD = /^(?:[A-Za-z_-]*|\[[A-Za-z]+\])$/;
const STRUCK = "[…]";
const LONGEST = 120;
/** Matches names of errors and our causes, such as `status:503`. */
const ERROR_TYPE = /^[A-Za-z_]{1,60}(?::\d{3})?$/;

/** Strikes out each part of a span's name, or of a route, that is not a plain word. */
export function redactedName(name: string): string {
	return name
		.slice(0, LONGEST)
		.split(/([ /])/)
		.map((part) => (part === " " || part === "/" || WORD.test(part) ? part : STRUCK))
		.join("");
}

export function allowedAttributes(given: Attributes): Record<string, string | number> {
	const kept: Record<string, string | number> = {};
	const { "http.request.method": method, "http.route": route, "error.type": error } = given;
	const status = given["http.response.status_code"];
	if (method !== undefined && /^[A-Z]{3,7}$/.test(method)) kept["http.request.method"] = method;
	if (route !== undefined) kept["http.route"] = redactedName(route);
	if (status !== undefined && Number.isInteger(status) && status >= 100 && status <= 599)
		kept["http.response.status_code"] = status;
	if (error !== undefined) kept["error.type"] = ERROR_TYPE.test(error) ? error : "error";
	return kept;
}
