/** `GET /api/status`: the state of the desk that every page shows. */
import { z } from "zod";
import { currencySchema, idSchema, timeSchema } from "#lib/contracts/common-fields.ts";

/**
 * In this order: a backup was restored; the machine does not know a database that has already sent; the database belongs to another
 * service; the database runs on another server; a standby took over and may lack the last commits.
 */
export const MISMATCHES = [
	"restored_backup",
	"unknown_database",
	"other_environment",
	"another_server",
	"standby_promoted",
] as const;

export const deskStatusSchema = z.object({
	/** False when the worker neither sends nor watches; `awaySince` gives the start. */
	worker: z.object({ alive: z.boolean(), awaySince: timeSchema.nullable() }),
	/** Since when sending is stopped, by a person or because the service refused our keys; null while it is not. */
	sendingStoppedAt: timeSchema.nullable(),
	/** The member who stopped sending, and the reason; null when the service refused our keys. */
	sendingStoppedBy: z.object({ name: z.string(), reason: z.string() }).nullable(),
	/** The desk does not know this database: nothing is sent until an admin acknowledges it. */
	databaseMismatch: z
		.object({
			kind: z.enum(MISMATCHES),
			at: timeSchema,
			/** The mismatch ends by itself when every machine has found nothing missing. */
			heals: z.boolean(),
		})
		.nullable(),
	/**
	 * Wallets that send no payouts: `unread` until the wallet has been read, with the fault; `held` until an admin decides about
	 * payouts that may have left. Other wallets continue.
	 */
	walletWaits: z.array(
		z.object({
			currency: currencySchema,
			state: z.enum(["unread", "held"]),
			since: timeSchema,
			fault: z.string().nullable(),
			/** Since when a worker has been reading the wallet; null while none does. */
			readingSince: timeSchema.nullable(),
		}),
	),
	sandbox: z.boolean(),
	approvalsWaiting: z.number().int(),
});
export type DeskStatus = z.infer<typeof deskStatusSchema>;

/** `member`: the member whom the page shows. If another member has signed in since, the page only learns that its session ended. */
export const eventsQuerySchema = z.object({ member: idSchema.optional() });

/** One server-sent event of `/api/events`: the kind and id of what changed. */
export const changeSchema = z.object({
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
export type Change = z.infer<typeof changeSchema>;
