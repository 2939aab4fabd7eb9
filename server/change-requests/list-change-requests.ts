import { sql } from "kysely";
import type { ChangeRequests } from "#lib/contracts/change-request.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";

const DECIDED_SHOWN = 50;

/** Lists waiting and recently decided requests. `alone`: only the reader may confirm, and nobody else could in the last 14 days. */
export async function listChangeRequests(context: Context): Promise<ChangeRequests> {
	requirePermission(context, "change_request.read");
	const { database, member } = context;
	const [waiting, decided, { alone }] = await Promise.all([
		readChangeRequests(database, member, { waiting: true }),
		readChangeRequests(database, member, { waiting: false, limit: DECIDED_SHOWN }),
		database.selectNoFrom(sql<boolean>`is_alone(${member.id})`.as("alone")).executeTakeFirstOrThrow(),
	]);
	return { waiting, decided, alone: member.role === "admin" && alone };
}
