/** Search over the desk: what was found, and why. */
import { z } from "zod";
import {
	currencySchema,
	decimalSchema,
	paymentKindSchema,
	plainTextSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { ROLES } from "#lib/roles.ts";
import { SHORTEST_SEARCH } from "#lib/search-text.ts";

/** A POST: numbers never stand in an address. */
export const searchRequestSchema = z.strictObject({ text: plainTextSchema(80).min(SHORTEST_SEARCH) });
export type SearchRequest = z.infer<typeof searchRequestSchema>;

/** What of it fits the text. */
const SEARCH_MATCHES = ["reference", "id", "amount", "number", "note", "name", "email"] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

const why = z.enum(SEARCH_MATCHES);

const searchHitSchema = z.discriminatedUnion("is", [
	z.object({
		is: z.literal("payment"),
		why,
		/** The whole reference, and not a piece of it. */
		exact: z.boolean(),
		payment: z.object({
			id: z.string(),
			kind: paymentKindSchema,
			state: z.enum(PAYMENT_STATES),
			amount: decimalSchema,
			currency: currencySchema,
			/** The payer's or the recipient's number, masked. */
			who: z.string(),
			note: z.string().nullable(),
			reference: z.string().nullable(),
			createdAt: timeSchema,
		}),
	}),
	/** Imported, and not started here. */
	z.object({ is: z.literal("transaction"), why, reference: z.string(), status: z.string().nullable() }),
	/** Lines of a wallet with this amount; counted to a bound. */
	z.object({
		is: z.literal("movements"),
		why,
		currency: currencySchema,
		amount: decimalSchema,
		count: z.number().int(),
		more: z.boolean(),
	}),
	z.object({
		is: z.literal("member"),
		why,
		member: z.object({
			id: z.string(),
			name: z.string(),
			email: z.string(),
			role: z.enum(ROLES),
			disabled: z.boolean(),
		}),
	}),
]);
export type SearchHit = z.infer<typeof searchHitSchema>;

export const searchAnswerSchema = z.object({ hits: z.array(searchHitSchema) });
export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
