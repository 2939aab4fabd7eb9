/** `GET /api/send-obstacles`: everything that keeps money from leaving now. */
import { z } from "zod";
import { currencySchema, decimalSchema, timeSchema } from "#lib/contracts/common-fields.ts";
import type { SendObstacle } from "#lib/send-obstacles.ts";

/** The obstacles that last; all others pass or end the payment within one attempt to send. */
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
			/** `worker_away`: nothing is sent while no worker runs. */
			kind: z.enum(["worker_away", ...LASTING_OBSTACLES]),
			stops: z.enum(["everything", "wallet", "payment"]),
			endedBy: z.enum(["two_admins", "admin", "operator", "approver", "top_up", "desk", "nobody"]),
			/** Null: it stops everything. */
			currency: currencySchema.nullable(),
			/** The number of payouts that the obstacle stops; null when it stops everything. */
			count: z.number().int().nullable(),
			since: timeSchema.nullable(),
			/** For `balance_low`: what the balance lacks to send every payout that waits. */
			missing: decimalSchema.nullable(),
		}),
	),
});
export type SendObstacles = z.infer<typeof sendObstaclesSchema>;
export type ShownObstacle = SendObstacles["items"][number];
