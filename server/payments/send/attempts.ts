/** Writes and reads the rows of `attempt`. A payment has at most one, so it gets at most one permit and one POST (payments.md rule 1). */
import { type Selectable, sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import type { AttemptOutcome } from "#server/payments/send/attempt-outcome.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import type { Head } from "#server/store/head-file.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { toJson } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";

export interface AskedPermit {
	attemptId: string;
	paymentId: string;
	workerId: string;
}

export interface Permit extends AskedPermit {
	/** The last audit log entry of the permit's commit, stored outside the database before the first byte leaves. */
	head: Head;
	/** The permit's time by our clock; `permittedAt` is its time by the database's clock. */
	at: Date;
	permittedAt: Date;
}

/** Returns the permits' time by the database's clock. For payouts, call under the wallet's lock: `watchWallet` compares times. */
export async function insertAttempts(
	trx: DatabaseTransaction,
	permits: readonly AskedPermit[],
	{ permitMs }: { permitMs: number },
): Promise<Date> {
	const given = toJson(
		permits.map(({ attemptId: id, paymentId: payment_id, workerId: worker_id }) => ({ id, payment_id, worker_id })),
	);
	const { rows } = await sql<{ permitted_at: Date }>`
		with clock as materialized (select clock_timestamp() as at)
		insert into attempt (id, payment_id, worker_id, permitted_at, send_deadline)
		select id, payment_id, worker_id, clock.at, clock.at + ${permitMs} * interval '1 millisecond'
		from jsonb_to_recordset(${given}::jsonb) as given (id text, payment_id text, worker_id text), clock
		returning permitted_at`.execute(trx);
	if (!rows[0]) throw new Error("no attempt was inserted");
	return rows[0].permitted_at;
}

/** Records answers of attempts that have none yet and that belong to the answer's worker; returns the ids of these attempts. */
export async function closeAttempts(
	trx: DatabaseTransaction,
	answers: readonly { permit: AskedPermit; outcome: AttemptOutcome }[],
): Promise<Set<string>> {
	const given = toJson(
		answers.map(({ permit: { attemptId: id, paymentId: payment_id, workerId: worker_id }, outcome }) => ({
			...{ id, payment_id, worker_id, answered_at: outcome.answeredAt, outcome: outcome.state },
			...{ http_status: outcome.httpStatus, excerpt: outcome.excerpt },
		})),
	);
	const closed = await trx
		.updateTable("attempt")
		.from(sql<Selectable<Tables["attempt"]>>`jsonb_populate_recordset(null::attempt, ${given}::jsonb)`.as("given"))
		.set((of) => ({
			answered_at: of.ref("given.answered_at"),
			outcome: of.ref("given.outcome"),
			http_status: of.ref("given.http_status"),
			excerpt: of.ref("given.excerpt"),
		}))
		.whereRef("attempt.id", "=", "given.id")
		.whereRef("attempt.payment_id", "=", "given.payment_id")
		.whereRef("attempt.worker_id", "=", "given.worker_id")
		// guard: one-answer-per-attempt
		.where("attempt.answered_at", "is", null)
		.returning("attempt.id")
		.execute();
	return new Set(closed.map(({ id }) => id));
}

/** Reads the attempts back; returns the ids of those that the database still has, unanswered and with their audit log entry. */
export async function readBackPermits({ database }: SystemContext, permits: readonly Permit[]): Promise<Set<string>> {
	const given = toJson(permits.map(({ head, ...permit }) => ({ ...permit, entry: head.entry, hash: head.hash })));
	const { rows } = await sql<{ id: string }>`
		select ${PREPARED} attempt.id
		from jsonb_to_recordset(${given}::jsonb)
			as given ("attemptId" text, "paymentId" text, "workerId" text, entry bigint, hash text)
		join attempt on attempt.id = "attemptId" and payment_id = "paymentId" and worker_id = "workerId" and answered_at is null
		join audit_entry on audit_entry.id = entry and audit_entry.hash = given.hash`.execute(database);
	return new Set(rows.map(({ id }) => id));
}
