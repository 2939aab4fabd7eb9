/** For routes whose verb answers null where a browser is told 404. */
import { AppError } from "#server/errors.ts";

/** Throws `not_found` for null. */
export function found<T>(thing: T | null): T {
	if (thing === null) throw new AppError("not_found", "there is nothing under this name");
	return thing;
}
