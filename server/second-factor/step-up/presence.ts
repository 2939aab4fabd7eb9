/** The fresh proof that a session has given, asked for by verbs and by the door. */
import type { StepUpNeed } from "#lib/contracts/second-factor.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Clock, Presence } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** No proof is older than this when it counts. */
const FRESH_MS = 5 * 60_000;

type Session = Pick<LiveSession, "key" | "member" | "provedAt">;
type Store = Database | DatabaseTransaction;

export function presenceOf(session: Session, clock: Clock): Presence {
	return {
		async demand(database, { digest, ...need }) {
			const since = new Date(clock.now().getTime() - FRESH_MS);
			const isBound = need.purpose === "approve" || need.purpose === "settle";
			if (isBound !== (digest !== undefined)) throw new Error(`a proof for ${need.purpose} is bound, or is not`);
			// Whoever has just signed in need not say so again to look after their own account.
			if (need.purpose === "account" && session.provedAt !== null && session.provedAt > since) return;
			const given =
				digest === undefined
					? isFresh(database, session, need, since)
					: spend(database, clock.now(), { ...need, digest, session, since });
			if (!(await given)) throw new AppError("step_up_needed", `no fresh proof for ${need.purpose}`, { stepUp: need });
		},
	};
}

async function isFresh(database: Store, session: Session, { purpose }: StepUpNeed, since: Date): Promise<boolean> {
	const row = await database
		.selectFrom("step_up")
		.select("id")
		.where("session_key", "=", session.key)
		.where("member_id", "=", session.member.id)
		.where("purpose", "=", purpose)
		.where("proved_at", ">", since)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

type Spending = StepUpNeed & { digest: string; session: Session; since: Date };

/** In the transaction of the act: undone together with it. */
async function spend(database: Store, at: Date, { purpose, digest, session, since }: Spending): Promise<boolean> {
	const proof = await database
		.selectFrom("step_up_subject")
		.innerJoin("step_up", "step_up.id", "step_up_subject.step_up_id")
		.select("step_up.id")
		.where("session_key", "=", session.key)
		.where("member_id", "=", session.member.id)
		.where("purpose", "=", purpose)
		.where("proved_at", ">", since)
		.where("step_up_subject.digest", "=", digest)
		.where("used_at", "is", null)
		.orderBy("proved_at")
		.limit(1)
		.forUpdate("step_up_subject")
		.executeTakeFirst();
	if (!proof) return false;
	const spent = await database
		.updateTable("step_up_subject")
		.set({ used_at: at })
		.where("step_up_id", "=", proof.id)
		.where("digest", "=", digest)
		.where("used_at", "is", null)
		.returning("digest")
		.executeTakeFirst();
	return spent !== undefined;
}
