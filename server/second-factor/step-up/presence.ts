import { sql } from "kysely";
import { OPEN_PURPOSES, type StepUpNeed, type StepUpPurpose } from "#lib/contracts/second-factor.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { Clock, Presence } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { Database } from "#server/store/database.ts";

const FRESH_MS = 5 * 60_000;

type Session = Pick<LiveSession, "key" | "member" | "provedAt">;
export function presenceOf(session: Session, clock: Clock): Presence {
	return {
		async require(database, { digest, ...need }) {
			const since = new Date(clock.now().getTime() - FRESH_MS);
			if (isBound(need.purpose) !== (digest !== undefined))
				throw new Error(`the digest of a proof for ${need.purpose} is missing or unexpected`);
			// For the member's own account, a recent sign-in or second step counts as the proof.
			if (need.purpose === "account" && session.provedAt !== null && session.provedAt > since) return undefined;
			const given =
				digest === undefined
					? findFresh(database, session, need, since)
					: spend(database, clock.now(), { ...need, digests: [digest].flat(), session, since });
			const proof = await given;
			if (!proof) throw new AppError("step_up_needed", `no fresh proof for ${need.purpose}`, { stepUp: need });
			return proof;
		},
	};
}

async function findFresh(
	database: Database,
	session: Session,
	{ purpose }: StepUpNeed,
	since: Date,
): Promise<string | undefined> {
	const row = await database
		.selectFrom("step_up")
		.select("id")
		.where("session_key", "=", session.key)
		.where("member_id", "=", session.member.id)
		.where("purpose", "=", purpose)
		.where("proved_at", ">", since)
		.limit(1)
		.executeTakeFirst();
	return row?.id;
}

type Spending = StepUpNeed & { digests: readonly string[]; session: Session; since: Date };

/** Uses up one proof that covers all digests, and returns its id. Runs in the transaction of the act, so that a rollback makes the proof usable again. */
async function spend(
	database: Database,
	at: Date,
	{ purpose, digests, session, since }: Spending,
): Promise<string | undefined> {
	const proof = database
		.selectFrom("step_up_subject as subject")
		.innerJoin("step_up", "step_up.id", "subject.step_up_id")
		.select("step_up.id")
		.where("session_key", "=", session.key)
		.where("member_id", "=", session.member.id)
		.where("purpose", "=", purpose)
		.where("proved_at", ">", since)
		.where(sql<boolean>`subject.digest = any(${digests})`)
		.where("used_at", "is", null)
		.groupBy(["step_up.id", "proved_at"])
		.having((of) => of.fn.countAll<number>(), "=", digests.length)
		.orderBy("proved_at")
		.limit(1);
	const spent = await database
		.updateTable("step_up_subject")
		.set({ used_at: at })
		.where("step_up_id", "=", proof)
		.where(sql<boolean>`digest = any(${digests})`)
		.where("used_at", "is", null)
		.returning("step_up_id")
		.execute();
	return spent.length === digests.length ? spent[0]?.step_up_id : undefined;
}

const OPEN: readonly StepUpPurpose[] = OPEN_PURPOSES;

/** A proof for these purposes is valid for exactly the subjects that it names. */
export function isBound(purpose: StepUpPurpose): boolean {
	return !OPEN.includes(purpose);
}
