import { z } from "zod";
import { isCalendarDay } from "#lib/dates.ts";
import { CURRENCY_PATTERN, ID_PATTERN, REFERENCE_PATTERN } from "#lib/paths.ts";
import { PAYMENT_KINDS } from "#lib/payment-state.ts";
import { LONGEST_REASON, SHORTEST_REASON } from "#lib/payments/reason.ts";
import { typedSentences, typedText } from "#lib/text/typed-text.ts";

/** Two-decimal text, as the service and our database write it. */
export const decimalSchema = z.string().regex(/^-?(0|[1-9]\d{0,17})\.\d{2}$/);
export const currencySchema = z.string().regex(CURRENCY_PATTERN);
export const idSchema = z.string().regex(ID_PATTERN);
/** A member, as other members see them. */
export const personSchema = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof personSchema>;
/** The parameters of an address with one id, or with one wallet. */
export const idPathSchema = z.strictObject({ id: idSchema });
export const currencyPathSchema = z.strictObject({ currency: currencySchema });
/** The id of a wallet line or an audit entry: a number from a database sequence. */
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

/** Text typed by people: trimmed, without control characters or bidi overrides, and either empty or with a visible character. */
export function plainTextSchema(maxLength: number) {
	return z.string().overwrite(typedText).max(maxLength).regex(PLAIN).refine(isEmptyOrSeen, UNSEEN);
}

/** Plain text from a multi-line field: each run of blanks and line breaks becomes one space. */
function sentencesSchema(maxLength: number) {
	return z.string().overwrite(typedSentences).max(maxLength).regex(PLAIN).refine(isEmptyOrSeen, UNSEEN);
}

/** A reason that may be empty. */
export const freeReasonSchema = sentencesSchema(LONGEST_REASON);
export const reasonSchema = freeReasonSchema.min(1);
export const fullReasonSchema = freeReasonSchema.min(SHORTEST_REASON);

/** Characters that show nothing: joiners, fillers, variation selectors, tags, blanks, and the Braille blank. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{Cc}\u2800]/gu;
const MARKS = /\p{M}/gu;

/** True if a reader would see nothing: combining marks count as invisible when no letter carries them. */
export function isInvisible(text: string): boolean {
	return text.replace(INVISIBLE, "").replace(MARKS, "") === "";
}
