/** `GET /api/status`: what every page's frame says about the house itself. */
import { z } from "zod";
import { timeSchema } from "#lib/contracts/common-fields.ts";

export const deskStatusSchema = z.object({
	/** False when nothing is being sent or watched; `awaySince` says since when. */
	worker: z.object({ alive: z.boolean(), awaySince: timeSchema.nullable() }),
	/** The service refused our keys: sending stopped until an admin says go. */
	sendingStoppedAt: timeSchema.nullable(),
	sandbox: z.boolean(),
	approvalsWaiting: z.number().int(),
});
export type DeskStatus = z.infer<typeof deskStatusSchema>;

/** One server-sent event of `/api/events`: which noun changed, and which one of it. */
export const changeSchema = z.object({
	topic: z.enum(["payments", "wallets", "movements", "members", "settings", "status", "imports", "reconciliation"]),
	id: z.string().nullable(),
});
export type Change = z.infer<typeof changeSchema>;
