/** `GET /api/status`: the state of the desk that every page shows. */
import { z } from "zod";
import { currencySchema, idSchema, timeSchema } from "#lib/contracts/common-fields.ts";

/**
 * unknown_database: this machine has no record of a database that has already sent. other_environment: the database belongs to another
 * service. standby_promoted: a standby took over and may lack the last commits.
 */
export const MISMATCHES = [
	"restored_backup",
	"unknown_database",
	"other_environment",
	"another_server",
	"standby_promoted",
] as const;

export const deskStatusSchema = z.object({
	worker: z.object({ alive: z.boolean(), awaySince: timeSchema.nullable() }),
	/** The time at which a person, or the service's refusal of our keys, stopped sending; null while it is not stopped. */
	sendingStoppedAt: timeSchema.nullable(),
	/** The member who stopped sending, and the reason; null when no member did. */
	sendingStoppedBy: z.object({ name: z.string(), reason: z.string() }).nullable(),
	/** Set while the database may not be the one that this machine last used: nothing is sent until an admin acknowledges it. */
	databaseMismatch: z
		.object({
			kind: z.enum(MISMATCHES),
			at: timeSchema,
			heals: z.boolean(),
		})
		.nullable(),
	/**
	 * Wallets that send no payouts after a gap. `unread`: the wallet must be read first; `fault`: the reason why reading failed. `held`: an
	 * admin must decide about payouts that may have left.
	 */
	walletWaits: z.array(
		z.object({
			currency: currencySchema,
			state: z.enum(["unread", "held"]),
			since: timeSchema,
			fault: z.string().nullable(),
			/** The time at which a worker began to read the wallet; null while no worker reads it. */
			readingSince: timeSchema.nullable(),
		}),
	),
	sandbox: z.boolean(),
	approvalsWaiting: z.number().int(),
});
export type DeskStatus = z.infer<typeof deskStatusSchema>;

/** `member`: the member whom the page shows. If another member has signed in, the stream only reports that the session ended. */
export const eventsQuerySchema = z.object({ member: idSchema.optional() });

export const liveUpdateSchema = z.object({
	topic: z.enum([
		"payments",
		"batches",
		"recipients",
		"statements",
		"wallets",
		"movements",
		"members",
		"settings",
		"status",
		"imports",
		"reconciliation",
		"change_requests",
		"notices",
	]),
	id: z.string().nullable(),
});
export type LiveUpdate = z.infer<typeof liveUpdateSchema>;
