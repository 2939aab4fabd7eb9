/** `GET /api/configuration`: what the desk runs with, read-only. Never a secret, nor anything a secret could be guessed from. */
import { z } from "zod";
import {
	currencySchema,
	fullReasonSchema,
	idSchema,
	paymentKindSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { DOUBTS } from "#lib/contracts/desk-status.ts";
import { LOCALES } from "#lib/contracts/member.ts";

/** What was sent by a database that is gone and nobody has looked for yet: it stands in a machine's journal, and this database has no such payment. */
const forgottenPermitsSchema = z.object({
	count: z.number().int(),
	/** The newest of them. */
	items: z.array(
		z.object({
			attempt: z.string(),
			kind: paymentKindSchema,
			amount: z.string(),
			currency: currencySchema,
			number: z.string(),
			at: timeSchema,
		}),
	),
});
export type ForgottenPermits = z.infer<typeof forgottenPermitsSchema>;

/** `POST /api/configuration/acknowledgement`: an admin has looked at a database that is in doubt. */
export const doubtAcknowledgementSchema = z.object({ reason: fullReasonSchema });

/** `POST /api/configuration/forgotten-permits/[attempt]`: what was found in the wallet. */
export const forgottenPermitClosingSchema = z.strictObject({ reason: fullReasonSchema });
export const forgottenPermitPathSchema = z.strictObject({ attempt: idSchema });

/** Can a standby lack what this database has committed? `not_known`: its role does not see it. */
export const REPLICATIONS = ["none", "synchronous", "asynchronous", "not_known"] as const;

export const configurationSchema = z.object({
	service: z.object({
		/** Host and port of the base URL. */
		host: z.string(),
		sandbox: z.boolean(),
		/** First characters of a digest of the public key: enough to tell two keys apart. */
		keyFingerprint: z.string(),
		/** Digest of the base URL; each payment is bound to the service it was made for. */
		environment: z.string(),
	}),
	business: z.object({
		name: z.string(),
		currencies: z.array(currencySchema),
		timeZone: z.string(),
		locale: z.enum(LOCALES),
		/** The address people open. */
		origin: z.string(),
	}),
	policy: z.object({
		/** POSTs of payouts that may be under way at once, per wallet. */
		payoutLanes: z.number().int(),
		payoutExpiryMinutes: z.number().int(),
		depositExpiryMinutes: z.number().int(),
		/** Status words of the service that count as final failure; ships empty. */
		finalFailures: z.array(z.string()),
	}),
	/** Why nothing is sent until an admin acknowledges this database; null when it is the one that we know. */
	doubt: z
		.object({
			kind: z.enum(DOUBTS),
			at: timeSchema,
			knownEntry: z.string().nullable(),
			knownAt: timeSchema.nullable(),
			newestEntry: z.string().nullable(),
			newestAt: timeSchema.nullable(),
		})
		.nullable(),
	forgotten: forgottenPermitsSchema,
	database: z.object({
		/** False: the server does not tell who it is, so another one in its place is seen by its contents alone. */
		identified: z.boolean(),
		replication: z.enum(REPLICATIONS),
		/** Head and journal are kept in a second place (HEAD_DIR). */
		secondCopy: z.boolean(),
	}),
	versions: z.object({ cauri: z.string(), node: z.string(), postgresql: z.string() }),
});
export type Configuration = z.infer<typeof configurationSchema>;
