/**
 * Audits an account's first wrong password of an hour, and the count of further ones at the next sign-in or the hour's end. So guesses
 * cannot fill the log, and it contains no unknown names, which may be passwords typed in the wrong field.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const HOUR_MS = 3_600_000;
const NOBODY = "";
type System = Pick<SystemContext, "database" | "clock">;

/** Counts one wrong password. Returns true for the account's first one in this hour: the caller must then run `auditFailures`. */
export async function noteFailedSignIn(trx: DatabaseTransaction, now: Date, memberId: string | null): Promise<boolean> {
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

/** Audits first failures that are not in the audit log yet, and the counts of hours that have ended. */
export async function auditFailures({ database, clock }: System): Promise<void> {
	const hour = hourOf(clock.now());
	await database.transaction().execute(async (trx) => {
		await writeFailedSignIns(trx, clock.now(), { hour });
		await trx.deleteFrom("sign_in_guess").where("hour", "<", hour).execute();
	});
}

/** Takes the audit turn before it locks rows: two callers that lock in the same order cannot deadlock. */
export async function writeFailedSignIns(
	trx: DatabaseTransaction,
	now: Date,
	which: { memberId: string } | { hour: Date },
): Promise<void> {
	await awaitAuditTurn(trx);
	const unreported = trx
		.selectFrom("sign_in_guess")
		.selectAll()
		.whereRef("told", "<", "guesses")
		.where((eb) =>
			"memberId" in which
				? eb("member_id", "=", which.memberId)
				: eb.or([eb("told", "=", 0), eb("hour", "<", which.hour)]),
		);
	for (const row of await unreported.orderBy("hour").orderBy("member_id").forUpdate().execute()) {
		const about = { subjectKind: "member", subjectId: row.member_id || null, memberId: null } as const;
		const whose: Record<string, string> = row.member_id ? { member: row.member_id } : {};
		if (row.told === 0) await recordAudit(trx, { ...about, at: now, action: "session.refused", details: whose });
		const isOver = "memberId" in which || row.hour < which.hour;
		const more = row.guesses - Math.max(1, row.told);
		const reported = isOver ? row.guesses : Math.max(1, row.told);
		if (isOver && more > 0) {
			const details = {
				...whose,
				count: String(more),
				hour: `${row.hour.toISOString().slice(0, 16).replace("T", " ")} UTC`,
			};
			await recordAudit(trx, { ...about, at: now, action: "session.guessed", details });
		}
		await trx
			.updateTable("sign_in_guess")
			.set({ told: reported })
			.where("hour", "=", row.hour)
			.where("member_id", "=", row.member_id)
			.execute();
	}
}

function hourOf(at: Date): Date {
	return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}
