import { type SqlBool, sql } from "kysely";
import type { ChangeRequests } from "#lib/contracts/change-request.ts";
import { demand } from "#server/access/permissions.ts";
import { readChangeRequests } from "#server/change-requests/ask/read-change-requests.ts";
import type { Context } from "#server/context.ts";

const DECIDED_SHOWN = 50;

/** What waits, what was decided last, and whether the reader is the only admin whose decision counts. */
export async function listChangeRequests(context: Context): Promise<ChangeRequests> {
	demand(context, "change_request.read");
	const { database, member } = context;
	const [waiting, decided, other] = await Promise.all([
		readChangeRequests(database, member, { waiting: true }),
		readChangeRequests(database, member, { waiting: false, limit: DECIDED_SHOWN }),
		database
			.selectFrom("member")
			.select("id")
			.where("id", "<>", member.id)
			.where(sql<SqlBool>`may_confirm(id)`)
			.limit(1)
			.executeTakeFirst(),
	]);
	return { waiting, decided, alone: member.role === "admin" && other === undefined };
}
