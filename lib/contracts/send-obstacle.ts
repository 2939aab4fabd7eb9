/** `GET /api/send-obstacles`: the lasting obstacles that keep payouts from leaving now. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import type { SendObstacle } from "#lib/send-obstacles.ts";

/** Obstacles that last. Every other obstacle soon passes, or the worker's next try ends the payment or returns it to approval. */
export const LASTING_OBSTACLES = [
	"database_mismatch",
	"sending_stopped",
	"other_environment",
	"wallet_not_configured",
	"wallet_unproved",
	"disk_unwritable",
	"service_away",
	"service_busy",
	"balance_unread",
	"balance_low",
	"limit_reached",
	"number_blocked",
	"new_number_rests",
	"batch_paused",
	"lane_taken",
	"approvals_missing",
] as const satisfies readonly SendObstacle[];

export const sendObstaclesSchema = z.object({
	items: z.array(
		z.object({
			kind: z.enum(["worker_away", ...LASTING_OBSTACLES]),
			stops: z.enum(["everything", "wallet", "payment"]),
			endedBy: z.enum(["two_admins", "admin", "operator", "approver", "top_up", "desk", "nobody"]),
			/** Null when the obstacle stops everything. */
			currency: currencySchema.nullable(),
			/** The number of payouts that the obstacle stops; null when it stops everything. */
			count: z.number().int().nullable(),
			since: timeSchema.nullable(),
			/** For `balance_low`: the amount that the balance lacks for all waiting payouts; otherwise null. */
			missing: decimalSchema.nullable(),
		}),
	),
});
export type SendObstacles = z.infer<typeof sendObstaclesSchema>;
export type ShownObstacle = SendObstacles["items"][number];
