/** Fields that more than one contract carries. */

import { z } from "zod";
import { isCalendarDay } from "#lib/dates.ts";
import { CURRENCY_PATTERN, ID_PATTERN, REFERENCE_PATTERN } from "#lib/paths.ts";
import { PAYMENT_KINDS } from "#lib/payment-state.ts";
import { LONGEST_REASON, SHORTEST_REASON } from "#lib/reason.ts";
import { typedSentences, typedText } from "#lib/typed-text.ts";
import { isInvisible } from "#lib/visible-text.ts";

/** Two-decimal text, as the service and our database write it. */
export const decimalSchema = z.string().regex(/^-?(0|[1-9]\d{0,17})\.\d{2}$/);
export const currencySchema = z.string().regex(CURRENCY_PATTERN);
/** Of what is ours, as a path or a body names it. */
export const idSchema = z.string().regex(ID_PATTERN);
/** Of a line in the mirror: a number that the database counts up. */
export const lineIdSchema = z.string().regex(/^[1-9]\d{0,17}$/);
export const paymentKindSchema = z.enum(PAYMENT_KINDS);
export const referenceSchema = z.string().regex(REFERENCE_PATTERN);
/** ISO 8601 in UTC, ending in Z. */
export const timeSchema = z.iso.datetime();
/** "2026-11-21" in the business's time zone. */
export const calendarDaySchema = z.iso.date().refine(isCalendarDay);
export const countrySchema = z.string().regex(/^[A-Z]{2}$/);
export const operatorCodeSchema = z
	.string()
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
	.max(64);
/** Strict E.164 with the plus sign. */
export const e164Schema = z.string().regex(/^\+[1-9]\d{6,14}$/);
const PLAIN = /^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u;

const isEmptyOrSeen = (text: string) => text === "" || !isInvisible(text);
const UNSEEN = { message: "invisible" };

/** Text typed by people: trimmed, no control characters, no bidi overrides, and never of invisible characters alone. */
export function plainTextSchema(maxLength: number) {
	return z.string().overwrite(typedText).max(maxLength).regex(PLAIN).refine(isEmptyOrSeen, UNSEEN);
}

/** Plain text from a field of several lines: a line break is a space, so that it stays one line wherever it is kept. */
function sentencesSchema(maxLength: number) {
	return z.string().overwrite(typedSentences).max(maxLength).regex(PLAIN).refine(isEmptyOrSeen, UNSEEN);
}

/** Why, where it need not be said. */
export const freeReasonSchema = sentencesSchema(LONGEST_REASON);
/** Why, in a person's own words. */
export const reasonSchema = freeReasonSchema.min(1);
/** Where a word or two would be none. */
export const fullReasonSchema = freeReasonSchema.min(SHORTEST_REASON);
