/** Checks filters in a list's address as strictly as the contracts do, but without zod, so that pages need not load it. */
import { LONGEST_FILTER } from "#lib/payments/lists.ts";

export function isFilterText(value: string): boolean {
	return value.length <= LONGEST_FILTER && !/\p{Cc}/u.test(value);
}

export function isOperatorCode(value: string): boolean {
	return value.length <= 64 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value);
}
