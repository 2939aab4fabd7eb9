/** What was sent by a database that is gone: permits in this machine's journal whose attempt this database does not have. */
import { sql } from "kysely";
import type { ForgottenPermits } from "#lib/contracts/configuration.ts";
import type { SystemContext } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { type JournalledPermit, readJournal } from "#server/store/permit-journal.ts";

const ASKED_AT_ONCE = 1_000;

/** Oldest first; of the service that this desk works with. */
export async function readForgottenPermits(system: SystemContext): Promise<JournalledPermit[]> {
	const permits = (await readJournal(system.config)).filter(
		({ environment }) => environment === system.config.environment,
	);
	const forgotten: JournalledPermit[] = [];
	for (let start = 0; start < permits.length; start += ASKED_AT_ONCE) {
		const asked = permits.slice(start, start + ASKED_AT_ONCE);
		const rows = await system.database
			.selectFrom("attempt")
			.select("id")
			.where(sql<boolean>`id = any(${asked.map(({ attempt }) => attempt)})`)
			.execute();
		const known = new Set(rows.map(({ id }) => id));
		forgotten.push(...asked.filter(({ attempt }) => !known.has(attempt)));
	}
	return forgotten;
}

/** Each machine has a journal of its own: what one of them knows is kept in the database for people, once. */
export async function keepForgottenPermits(system: SystemContext): Promise<void> {
	const forgotten = await readForgottenPermits(system);
	for (let start = 0; start < forgotten.length; start += ASKED_AT_ONCE)
		await system.database
			.insertInto("forgotten_permit")
			.values(
				forgotten.slice(start, start + ASKED_AT_ONCE).map((permit) => ({
					attempt_id: permit.attempt,
					payment_id: permit.payment,
					kind: permit.kind,
					amount: permit.amount,
					currency: permit.currency,
					phone_number: permit.number,
					environment: permit.environment,
					worker_id: permit.worker,
					sent_at: new Date(permit.at),
					permitted_at: new Date(permit.permittedAt),
					found_at: system.clock.now(),
				})),
			)
			.onConflict((conflict) => conflict.column("attempt_id").doNothing())
			.execute();
}

const SHOWN = 200;

/** Those that nobody has looked for yet, newest first. */
export async function readKeptForgottenPermits(
	database: Database | DatabaseTransaction,
	most: number = SHOWN,
): Promise<ForgottenPermits> {
	const { count } = await database
		.selectFrom("forgotten_permit")
		.select((of) => of.fn.count<string>("attempt_id").as("count"))
		.where("closed_at", "is", null)
		.executeTakeFirstOrThrow();
	const rows = await database
		.selectFrom("forgotten_permit")
		.selectAll()
		.where("closed_at", "is", null)
		.orderBy("sent_at", "desc")
		.orderBy("attempt_id", "desc")
		.limit(most)
		.execute();
	const items = rows.map((row) => ({
		attempt: row.attempt_id,
		kind: row.kind,
		amount: row.amount,
		currency: row.currency,
		number: row.phone_number,
		at: row.sent_at.toISOString(),
	}));
	return { count: Number(count), items };
}

export async function countForgottenPermits(database: Database): Promise<{ count: number; since: Date | null }> {
	const { count, since } = await database
		.selectFrom("forgotten_permit")
		.select((of) => [of.fn.count<string>("attempt_id").as("count"), of.fn.min("found_at").as("since")])
		.where("closed_at", "is", null)
		.executeTakeFirstOrThrow();
	return { count: Number(count), since };
}

const RECORDED = 20;

/** For the record of an acknowledgement: how many, and the newest of them, numbers masked. */
export async function recordedForgottenPermits(trx: DatabaseTransaction): Promise<Record<string, string>> {
	const { count, items } = await readKeptForgottenPermits(trx, RECORDED);
	if (count === 0) return {};
	const lines = items.map(({ at, amount, currency, number }) => `${at} ${amount} ${currency} ${maskNumber(number)}`);
	return { forgotten: String(count), permits: lines.join("; ") };
}
