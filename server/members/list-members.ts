import { sql } from "kysely";
import type { Member } from "#lib/contracts/member.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/** Lists all members by name, disabled ones included. */
export async function listMembers(context: Context): Promise<{ items: Member[] }> {
	requirePermission(context, "member.read");
	return { items: await readMembers(context.database) };
}

export async function readMembers(database: Database, id?: string): Promise<Member[]> {
	const rows = await database
		.selectFrom("member")
		.select(["id", "email", "name", "role", "locale", "password_temporary as passwordTemporary"])
		.select(["disabled_at as disabledAt", "created_at as createdAt"])
		.select(sql<Date | null>`case when decides_from > now() then decides_from end`.as("decidesFrom"))
		// Reads the last sign-in from the audit log, because sessions are deleted a month after their end.
		.select((eb) =>
			eb
				.selectFrom("audit_entry")
				.select((inner) => inner.fn.max("audit_entry.at").as("signed_in"))
				.whereRef("audit_entry.member_id", "=", "member.id")
				.where("audit_entry.action", "=", sql.lit("session.started"))
				.as("lastSignInAt"),
		)
		.select(memberHasFactor.as("secondFactor"))
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
		.orderBy("name")
		.orderBy("id")
		.execute();
	return rows.map(withIsoTimes);
}
