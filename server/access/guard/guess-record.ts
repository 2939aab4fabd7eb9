/**
 * Wrong passwords in the record: by account and hour the first, and how many followed, told at the account's next sign-in and at the
 * hour's end. So guessing cannot fill the record; and names that no member has, which may be a password, are not in it.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const HOUR_MS = 3_600_000;
const NOBODY = "";
type System = Pick<SystemContext, "database" | "clock">;

/** Counts one. True when it is the first of its account and hour, and `tellGuesses` has something to say. */
export async function noteGuess(trx: DatabaseTransaction, now: Date, memberId: string | null): Promise<boolean> {
	const { guesses } = await trx
		.insertInto("sign_in_guess")
		.values({ hour: hourOf(now), member_id: memberId ?? NOBODY, guesses: 1 })
		.onConflict((conflict) =>
			conflict.columns(["hour", "member_id"]).doUpdateSet({ guesses: sql<number>`sign_in_guess.guesses + 1` }),
		)
		.returning("guesses")
		.executeTakeFirstOrThrow();
	return guesses === 1;
}

/** Writes first guesses that nobody has told of yet, and how many followed in hours that have ended. */
export async function tellGuesses({ database, clock }: System): Promise<void> {
	const hour = hourOf(clock.now());
	await database.transaction().execute(async (trx) => {
		await tell(trx, clock.now(), { hour });
		await trx.deleteFrom("sign_in_guess").where("hour", "<", hour).execute();
	});
}

/** At a sign-in: how many guessed at this account before it. */
export async function tellGuessesAt(trx: DatabaseTransaction, now: Date, memberId: string): Promise<void> {
	await tell(trx, now, { memberId });
}

/** The record's turn before the rows, always: a sign-in that is in the record already comes here, too. */
async function tell(trx: DatabaseTransaction, now: Date, which: { memberId: string } | { hour: Date }): Promise<void> {
	await awaitAuditTurn(trx);
	const untold = trx
		.selectFrom("sign_in_guess")
		.selectAll()
		.whereRef("told", "<", "guesses")
		.where((eb) =>
			"memberId" in which
				? eb("member_id", "=", which.memberId)
				: eb.or([eb("told", "=", 0), eb("hour", "<", which.hour)]),
		);
	for (const row of await untold.orderBy("hour").orderBy("member_id").forUpdate().execute()) {
		const about = { subjectKind: "member", subjectId: row.member_id || null, memberId: null } as const;
		if (row.told === 0) await recordAudit(trx, { ...about, at: now, action: "session.refused" });
		const isOver = "memberId" in which || row.hour < which.hour;
		const more = row.guesses - Math.max(1, row.told);
		const told = isOver ? row.guesses : Math.max(1, row.told);
		if (isOver && more > 0) {
			const details = { count: String(more), hour: `${row.hour.toISOString().slice(0, 16).replace("T", " ")} UTC` };
			await recordAudit(trx, { ...about, at: now, action: "session.guessed", details });
		}
		await trx
			.updateTable("sign_in_guess")
			.set({ told })
			.where("hour", "=", row.hour)
			.where("member_id", "=", row.member_id)
			.execute();
	}
}

function hourOf(at: Date): Date {
	return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
