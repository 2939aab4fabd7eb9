/** `GET /api/status`: what every page's frame says about the house itself. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

/**
 * A backup was put back; the machine is new to a database that was sent from; the database is of another service; it runs on
 * another server; a standby took over and may lack what was committed last; the wallet shows something that may be what waits
 * to be sent.
 */
export const DOUBTS = [
	"restored_backup",
	"unknown_database",
	"other_environment",
	"another_server",
	"standby_promoted",
	"wallet_unproved",
] as const;

export const deskStatusSchema = z.object({
	/** False when nothing is being sent or watched; `awaySince` says since when. */
	worker: z.object({ alive: z.boolean(), awaySince: timeSchema.nullable() }),
	/** The service refused our keys: sending stopped until an admin says go. */
	sendingStoppedAt: timeSchema.nullable(),
	/** The database is not the one that this desk knows: nothing is sent until an admin acknowledges it. */
	databaseDoubt: z.object({ kind: z.enum(DOUBTS), at: timeSchema }).nullable(),
	/** Payouts wait until the wallet has been read: since when, and why it cannot be read. A wallet that was read and is doubted is not among them. */
	walletWait: z.object({ since: timeSchema, fault: z.string().nullable() }).nullable(),
	sandbox: z.boolean(),
	approvalsWaiting: z.number().int(),
});
export type DeskStatus = z.infer<typeof deskStatusSchema>;

/** One server-sent event of `/api/events`: which noun changed, and which one of it. */
export const changeSchema = z.object({
	topic: z.enum([
		"payments",
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
