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
import { SHORTEST_SEARCH } from "#lib/text/search-text.ts";

/** Sent by POST, so that no phone number appears in a URL. */
export const searchRequestSchema = z.strictObject({ text: plainTextSchema(80).min(SHORTEST_SEARCH) });
export type SearchRequest = z.infer<typeof searchRequestSchema>;

const SEARCH_MATCHES = ["reference", "id", "amount", "number", "note", "name", "email"] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

const why = z.enum(SEARCH_MATCHES);

const searchHitSchema = z.discriminatedUnion("is", [
	z.object({
		is: z.literal("payment"),
		why,
		exact: z.boolean(),
		payment: z.object({
			id: z.string(),
			kind: paymentKindSchema,
			state: z.enum(PAYMENT_STATES),
			amount: decimalSchema,
			currency: currencySchema,
			/** Name and masked number of the payer or recipient; the number alone without a name. */
			who: z.string(),
			note: z.string().nullable(),
			reference: z.string().nullable(),
			createdAt: timeSchema,
		}),
	}),
	/** A recipient of the book who is not archived. */
	z.object({
		is: z.literal("recipient"),
		why,
		recipient: z.object({
			id: z.string(),
			name: z.string(),
			/** Masked. */
			number: z.string(),
			operatorName: z.string().nullable(),
			purpose: z.string().nullable(),
			blocked: z.boolean(),
		}),
	}),
	/** A transaction that was imported, not started here. */
	z.object({ is: z.literal("transaction"), why, reference: z.string(), status: z.string().nullable() }),
	/** Wallet lines with this amount. `more`: counting stopped at a limit, so there are more than `count`. */
	z.object({
		is: z.literal("movements"),
		why,
		currency: currencySchema,
		amount: decimalSchema,
		count: z.number().int(),
		more: z.boolean(),
	}),
	z.object({
		is: z.literal("batch"),
		why,
		batch: z.object({ id: z.string(), name: z.string(), rowCount: z.number().int(), createdAt: timeSchema }),
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
