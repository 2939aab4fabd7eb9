/** The step that the screen and the command line share: a new row of the business's people, audited. */
import { ulid } from "ulid";
import { type Member, type NewMember, newMemberSchema } from "#lib/contracts/member.ts";
import { demandGoodPassword } from "#server/access/password-rules.ts";
import { hashPassword } from "#server/access/passwords.ts";
import type { Clock } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database } from "#server/store/database.ts";

/** `by` is null when Cauri's own command line acts. Throws `invalid_input`, `email_taken`. */
export async function createMember(
	database: Database,
	clock: Clock,
	input: NewMember,
	by: string | null,
): Promise<Member> {
	const { name, role, password } = newMemberSchema.parse(input);
	const email = input.email.toLowerCase();
	demandGoodPassword(password, { email, name });
	const passwordHash = await hashPassword(password);
	const createdAt = clock.now();
	const id = ulid(createdAt.getTime());
	await database.transaction().execute(async (trx) => {
		const added = await trx
			.insertInto("member")
			.values({ id, email, name, role, password_hash: passwordHash, created_at: createdAt })
			.onConflict((conflict) => conflict.column("email").doNothing())
			.returning("id")
			.executeTakeFirst();
		if (!added) throw new AppError("email_taken", "a member has this e-mail", { fields: { email: "taken" } });
		const fact = { at: createdAt, memberId: by, action: "member.added", details: { name, role } };
		await recordAudit(trx, { ...fact, subjectKind: "member", subjectId: id });
		await tellChange(trx, { topic: "members", id });
	});
	const times = { disabledAt: null, createdAt: createdAt.toISOString(), lastSeenAt: null };
	return { id, email, name, role, locale: null, ...times };
}
