import { z } from "zod";
import { decimalSchema, lineIdSchema } from "#lib/contracts/common-fields.ts";
import type { MovementSort } from "#lib/movements/movement-sorts.ts";
import { AppError } from "#server/errors.ts";

export interface MovementPlace {
	value: string;
	id: string;
}

const id = lineIdSchema;
const time = z.iso.datetime().regex(/^[1-9]/);
// The cursor contains the sort, so that a cursor of another order is refused instead of skipping rows.
const placeSchema = z.union([
	z.tuple([z.enum(["createdAt", "-createdAt"]), time, id]),
	z.tuple([z.enum(["amount", "-amount"]), decimalSchema, id]),
]);

/** Only the id of a line is a number: a day contains hyphens, and a written cursor letters. */
export function isLineId(cursor: string): boolean {
	return lineIdSchema.safeParse(cursor).success;
}

export function writeCursor(sort: MovementSort, place: MovementPlace): string {
	return Buffer.from(JSON.stringify([sort, place.value, place.id])).toString("base64url");
}

/** Throws `invalid_input` unless the text has the form that `writeCursor` gives a cursor of this sort. */
export function readCursor(sort: MovementSort, cursor: string): MovementPlace {
	const place = placeSchema.safeParse(parseJson(Buffer.from(cursor, "base64url").toString("utf8")));
	if (!place.success || place.data[0] !== sort) throw invalidCursor();
	return { value: place.data[1], id: place.data[2] };
}

export function invalidCursor(): AppError {
	return new AppError("invalid_input", "malformed cursor", { fields: { cursor: "invalid" } });
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
