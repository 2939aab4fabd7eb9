import { sql } from "kysely";
import type { StepUpNeed, StepUpPurpose } from "#lib/contracts/second-factor.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Clock, Presence } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";

const FRESH_MS = 5 * 60_000;

/** Finds the proofs of one session. A proof that is bound to facts is used up in the transaction of the act, so a rollback gives it back. */
export function presenceOf(session: Pick<LiveSession, "key" | "member" | "provedAt">, clock: Clock): Presence {
	const since = () => new Date(clock.now().getTime() - FRESH_MS);
	const freshProofs = (database: Database, purpose: StepUpPurpose) =>
		database
			.selectFrom("step_up")
			.select("step_up.id")
			.where("session_key", "=", session.key)
			.where("member_id", "=", session.member.id)
			.where("purpose", "=", purpose)
			.where("proved_at", ">", since());
	return {
		async requireFresh(database, purpose) {
			if (purpose === "account" && session.provedAt !== null && session.provedAt > since()) return;
			const proof = await freshProofs(database, purpose).limit(1).executeTakeFirst();
			if (!proof) throw stepUpNeeded({ purpose });
		},
		async spend(trx, need, digests) {
			const proof = freshProofs(trx, need.purpose)
				.innerJoin("step_up_subject as subject", "subject.step_up_id", "step_up.id")
				.where(sql<boolean>`subject.digest = any(${digests})`)
				.where("used_at", "is", null)
				.groupBy(["step_up.id", "proved_at"])
				.having((of) => of.fn.countAll<number>(), "=", digests.length)
				.orderBy("proved_at")
				.limit(1);
			const spent = await trx
				.updateTable("step_up_subject")
				.set({ used_at: clock.now() })
				.where("step_up_id", "=", proof)
				.where(sql<boolean>`digest = any(${digests})`)
				.where("used_at", "is", null)
				.returning("step_up_id")
				.execute();
			const [first] = spent;
			if (!first || spent.length < digests.length) throw stepUpNeeded(need);
			return first.step_up_id;
		},
	};
}

function stepUpNeeded(need: StepUpNeed): AppError {
	return new AppError("step_up_needed", `no fresh proof for ${need.purpose}`, { stepUp: need });
}
