/** `GET /api/configuration`: the desk's settings, read-only. Contains no secret and nothing that helps to guess one. */
import { z } from "zod";
import {
	currencySchema,
	fullReasonSchema,
	idSchema,
	paymentKindSchema,
	timeSchema,
} from "#lib/contracts/common-fields.ts";
import { MISMATCHES } from "#lib/contracts/desk-status.ts";
import { LOCALES } from "#lib/i18n/choose-locale.ts";

/** Forgotten permits that nobody has closed yet: a machine's journal has the attempt, and this database does not. */
const forgottenPermitsSchema = z.object({
	count: z.number().int(),
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

/** `POST /api/configuration/acknowledgement`: an admin accepts this database despite its mismatch. */
export const mismatchAcknowledgementSchema = z.object({
	reason: fullReasonSchema,
	/** The new address belongs to the same service, so open payments continue there. */
	sameService: z.boolean().optional(),
});
export type MismatchAcknowledgement = z.infer<typeof mismatchAcknowledgementSchema>;

/** `POST /api/configuration/sending`: one person stops all sending at once; two admins resume it. */
export const sendingDecisionSchema = z.strictObject({ decision: z.enum(["stop", "resume"]), reason: fullReasonSchema });
export type SendingDecision = z.infer<typeof sendingDecisionSchema>;

export const MOST_FORGOTTEN = 200;

/** `POST /api/configuration/forgotten-permits`: closes permits by their attempts; `reason`: the findings in the wallet. */
export const forgottenPermitClosingSchema = z.strictObject({
	attempts: z.array(idSchema).min(1).max(MOST_FORGOTTEN),
	reason: fullReasonSchema,
});
export type ForgottenPermitClosing = z.infer<typeof forgottenPermitClosingSchema>;

/** Tells whether a standby can lack committed transactions. `not_known`: the database role cannot see it. */
export const REPLICATIONS = ["none", "synchronous", "asynchronous", "not_known"] as const;

/** A setting or version that must be equal on all machines of a desk but differs. */
const programDifferenceSchema = z.object({
	what: z.enum(["session_password", "currencies", "version"]),
	groups: z.array(
		z.object({
			/** Null when the setting is a secret. */
			value: z.string().nullable(),
			programs: z.array(z.object({ kind: z.enum(["web", "worker"]), machine: z.string() })),
		}),
	),
});
export type ProgramDifference = z.infer<typeof programDifferenceSchema>;

export const configurationSchema = z.object({
	service: z.object({
		host: z.string(),
		sandbox: z.boolean(),
		/** The first characters of a digest of the public key: enough to tell two keys apart. */
		keyFingerprint: z.string(),
		/** Digest of the base URL; each payment is bound to the service for which it was requested. */
		environment: z.string(),
	}),
	business: z.object({
		name: z.string(),
		currencies: z.array(currencySchema),
		timeZone: z.string(),
		locale: z.enum(LOCALES),
		origin: z.string(),
	}),
	policy: z.object({
		/** Maximum number of payout POSTs in progress at once, per wallet. */
		payoutLanes: z.number().int(),
		payoutExpiryMinutes: z.number().int(),
		depositExpiryMinutes: z.number().int(),
		finalFailures: z.array(z.string()),
	}),
	/** The mismatch that stops all sending until an admin acknowledges this database; null without one. */
	mismatch: z
		.object({
			kind: z.enum(MISMATCHES),
			at: timeSchema,
			knownEntry: z.string().nullable(),
			knownAt: timeSchema.nullable(),
			newestEntry: z.string().nullable(),
			newestAt: timeSchema.nullable(),
			/** The mismatch ends automatically once every machine has found all of its own records in this database. */
			heals: z.boolean(),
			/** Machines that have not yet compared their own records with this database; null when they are unknown. */
			missing: z.array(z.string()).nullable(),
			/** For `other_environment`: the new service has the same wallet as the former one; otherwise false. */
			sameWallet: z.boolean(),
		})
		.nullable(),
	forgotten: forgottenPermitsSchema,
	database: z.object({
		/** False when the database server gives no identifier, so that only the database's contents reveal a replaced server. */
		identified: z.boolean(),
		replication: z.enum(REPLICATIONS),
		/** A second directory (HEAD_DIR) holds copies of head and journal. */
		secondCopy: z.boolean(),
		/** The time of the last backup that was read back; null when Cauri made none. */
		backupAt: timeSchema.nullable(),
	}),
	differences: z.array(programDifferenceSchema),
	versions: z.object({ cauri: z.string(), node: z.string(), postgresql: z.string() }),
});
export type Configuration = z.infer<typeof configurationSchema>;
