/** Lets only listed attributes of a span leave the desk, in fixed forms without phone number, reference, name or key. Pure. */
import type { Attributes } from "#server/tracing/traced.ts";

/** Words of our own code and routes: without a digit, so no phone number, amount or id of any kind fits in. */
const WORD = /^(?:[A-Za-z_-]*|\[[A-Za-z]+\])$/;
const STRUCK = "[…]";
const LONGEST = 120;
/** `status:503` is a cause of the service's client. */
const ERROR_TYPE = /^[A-Za-z_]{1,60}(?::\d{3})?$/;

/** The name of a span, or a route: each part that is not a plain word is struck out. */
export function toldName(name: string): string {
	return name
		.slice(0, LONGEST)
		.split(/([ /])/)
		.map((part) => (part === " " || part === "/" || WORD.test(part) ? part : STRUCK))
		.join("");
}

/** Leaves out what is not listed, and what has another form than listed. */
export function toldAttributes(given: Attributes): Record<string, string | number> {
	const told: Record<string, string | number> = {};
	const { "http.request.method": method, "http.route": route, "error.type": error } = given;
	const status = given["http.response.status_code"];
	if (method !== undefined && /^[A-Z]{3,7}$/.test(method)) told["http.request.method"] = method;
	if (route !== undefined) told["http.route"] = toldName(route);
	if (status !== undefined && Number.isInteger(status) && status >= 100 && status <= 599)
		told["http.response.status_code"] = status;
	if (error !== undefined) told["error.type"] = ERROR_TYPE.test(error) ? error : "error";
	return told;
}
