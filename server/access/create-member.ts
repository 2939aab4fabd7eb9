/** The step that the screen and the command line share: a new row of the business's people, audited. */

import { sql } from "kysely";
import { ulid } from "ulid";
import { type Member, type NewMember, newMemberSchema } from "#lib/contracts/member.ts";
import { looksLike } from "#lib/look-alikes.ts";
import { demandGoodPassword } from "#server/access/password-rules.ts";
import { hashPassword } from "#server/access/passwords.ts";
import type { Clock } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface CreationRules {
	/** Its words are no password. */
	businessName?: string | undefined;
	/** The demo's own people have the password that everybody knows. */
	isDemo?: boolean;
}

/** `by` is null when Cauri's own command line acts. Throws `invalid_input`, also for a name that looks like another's; `email_taken`. */
export async function createMember(
	database: Database,
	clock: Clock,
	input: NewMember,
	by: string | null,
	{ businessName, isDemo = false }: CreationRules = {},
): Promise<Member> {
	const { name, role, password } = parseInput(newMemberSchema, input);
	const email = input.email.toLowerCase();
	if (!isDemo) await demandGoodPassword(password, { email, name, businessName });
	const passwordHash = await hashPassword(password);
	const createdAt = clock.now();
	const id = ulid(createdAt.getTime());
	await database.transaction().execute(async (trx) => {
		// One at a time: two who look alike must see each other.
		await sql`select pg_advisory_xact_lock(hashtextextended('member:name', 0))`.execute(trx);
		const added = await trx
			.insertInto("member")
			.values({ id, email, name, role, password_hash: passwordHash, created_at: createdAt })
			.onConflict((conflict) => conflict.column("email").doNothing())
			.returning("id")
			.executeTakeFirst();
		if (!added) throw new AppError("email_taken", "a member has this e-mail", { fields: { email: "taken" } });
		await demandOwnLook(trx, { id, name });
		const fact = { at: createdAt, memberId: by, action: "member.added", details: { name, role } };
		await recordAudit(trx, { ...fact, subjectKind: "member", subjectId: id });
		await tellChange(trx, { topic: "members", id });
	});
	const times = { disabledAt: null, createdAt: createdAt.toISOString(), lastSeenAt: null };
	return { id, email, name, role, locale: null, ...times };
}

/** Approvals are told apart by names: one that passes for another member's, also a disabled one's, is refused. */
async function demandOwnLook(trx: DatabaseTransaction, { id, name }: Pick<Member, "id" | "name">): Promise<void> {
	const others = await trx.selectFrom("member").select("name").where("id", "<>", id).execute();
	if (others.some((other) => looksLike(name, other.name)))
		throw new AppError("invalid_input", "the name looks like another member's", { fields: { name: "looks_like" } });
}
