import { sql } from "kysely";
import type { ChangeRequests } from "#lib/contracts/change-request.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readChangeRequests } from "#server/guarded-changes/read-change-requests.ts";

const DECIDED_SHOWN = 50;

/** The end of the wait for members who lost a right to decide; null where somebody else may confirm, or where nobody lost one. */
const aloneFrom = (id: string) => sql<Date | null>`(select max(rights_until) + interval '14 days' from member
	where id <> ${id} and rights_until > now() - interval '14 days' and not is_admin_there(${id}))`;

/** Lists waiting and recently decided requests. `alone`: only the reader may confirm, and nobody else could in the last 14 days. */
export async function listChangeRequests(context: Context): Promise<ChangeRequests> {
	requirePermission(context, "change_request.read");
	const { database, member } = context;
	const [waiting, decided, { alone, from }] = await Promise.all([
		readChangeRequests(database, member, { waiting: true }),
		readChangeRequests(database, member, { waiting: false, limit: DECIDED_SHOWN }),
		database
			.selectNoFrom([sql<boolean>`is_alone(${member.id})`.as("alone"), aloneFrom(member.id).as("from")])
			.executeTakeFirstOrThrow(),
	]);
	const isAdmin = member.role === "admin";
	return { waiting, decided, alone: isAdmin && alone, aloneFrom: (isAdmin && from?.toISOString()) || null };
}
