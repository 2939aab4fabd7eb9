/** Reads members for the API: without password hashes, with the time of their last visit. */

import { sql } from "kysely";
import { LOCALES, type Member } from "#lib/contracts/member.ts";
import { requirePermission } from "#server/access/permissions.ts";
import { memberHasFactor } from "#server/access/session/has-factor.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/database.ts";

/** Lists all members by name, disabled ones included. */
export async function listMembers(context: Context): Promise<{ items: Member[] }> {
	requirePermission(context, "member.read");
	return { items: await readMembers(context.database) };
}

export async function readMembers(database: Database, id?: string): Promise<Member[]> {
	const rows = await database
		.selectFrom("member")
		.select(["id", "email", "name", "role", "locale", "disabled_at", "created_at", "password_temporary"])
		.select(sql<Date | null>`case when decides_from > now() then decides_from end`.as("decides_from"))
		.select((eb) =>
			eb
				.selectFrom("session")
				.select((inner) => inner.fn.max("session.last_seen_at").as("seen"))
				.whereRef("session.member_id", "=", "member.id")
				.as("seen"),
		)
		// Sessions are deleted a month after their end; the audit log keeps each sign-in.
		.select((eb) =>
			eb
				.selectFrom("audit_entry")
				.select((inner) => inner.fn.max("audit_entry.at").as("signed_in"))
				.whereRef("audit_entry.member_id", "=", "member.id")
				.where("audit_entry.action", "=", sql.lit("session.started"))
				.as("signed_in"),
		)
		.select(memberHasFactor.as("second_factor"))
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
		.orderBy("name")
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		email: row.email,
		name: row.name,
		role: row.role,
		locale: LOCALES.find((locale) => locale === row.locale) ?? null,
		disabledAt: row.disabled_at?.toISOString() ?? null,
		createdAt: row.created_at.toISOString(),
		lastSignInAt: row.signed_in?.toISOString() ?? null,
		lastSeenAt: row.seen?.toISOString() ?? null,
		passwordTemporary: row.password_temporary,
		decidesFrom: row.decides_from?.toISOString() ?? null,
		secondFactor: row.second_factor,
	}));
}
