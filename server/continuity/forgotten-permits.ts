/** Finds payments that a lost database sent, by the permits in this machine's journal whose attempt this database lacks. */
import { sql } from "kysely";
import { type ForgottenPermits, MOST_FORGOTTEN } from "#lib/contracts/configuration.ts";
import { MAY_COST_STATES, type PaymentKind, SETTLED_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { maskNumber } from "#server/log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { type JournalledPermit, readJournal } from "#server/store/permit-journal.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { insertAll, listed, ofWallet } from "#server/store/sql-fragments.ts";

const ASKED_AT_ONCE = 1_000;

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

/** True when this machine's journal has a forgotten permit that the database does not yet store in `forgotten_permit`. */
export async function lacksPermits(system: SystemContext): Promise<boolean> {
	const forgotten = await readForgottenPermits(system);
	if (forgotten.length === 0) return false;
	const { count } = await system.database
		.selectFrom("forgotten_permit")
		.select((of) => of.fn.count<string>("attempt_id").as("count"))
		.where(sql<boolean>`attempt_id = any(${forgotten.map(({ attempt }) => attempt)})`)
		.executeTakeFirstOrThrow();
	return Number(count) < forgotten.length;
}

/** Copies this machine's forgotten permits into the database once, so that people see those of all machines. */
export async function keepForgottenPermits(system: SystemContext): Promise<void> {
	const forgotten = await readForgottenPermits(system);
	const rows = forgotten.map((permit) => ({
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
	}));
	await insertAll(system.database, "forgotten_permit", rows)
		.onConflict((conflict) => conflict.column("attempt_id").doNothing())
		.execute();
}

export interface ForgottenPayment {
	/** Id of the lost payment, which this database need not have. */
	id: string;
	/** E.164. */
	number: string;
	amount: string;
	sentAt: Date;
	isOpen: boolean;
}

/**
 * Finds payments of one kind that a lost database sent, newest first. Leaves out a payment that also has a row in this database, if its
 * state may cost money or two people resolved it.
 */
export async function findForgotten(
	database: Database,
	{ kind, environment, currency }: { kind: PaymentKind; environment: string; currency: string },
	facts: { amount?: string; phone_number?: string },
): Promise<ForgottenPayment[]> {
	const { amount, phone_number: number } = facts;
	const rows = await database
		.selectFrom("forgotten_permit")
		.modifyFront(PREPARED)
		.select(["payment_id", "phone_number", "amount", "sent_at", "closed_at"])
		.where("kind", "=", kind)
		.where(ofWallet({ environment, currency }))
		.$if(amount !== undefined, (query) => query.where("amount", "=", amount ?? ""))
		.$if(number !== undefined, (query) => query.where("phone_number", "=", number ?? ""))
		.where(sql<boolean>`not exists (select from payment where payment.id = forgotten_permit.payment_id
			and payment.state in (${listed([...MAY_COST_STATES, ...SETTLED_STATES])}))`)
		.orderBy("sent_at", "desc")
		.orderBy("attempt_id", "desc")
		.execute();
	return rows.map((row) => ({
		...{ id: row.payment_id, number: row.phone_number, amount: row.amount },
		...{ sentAt: row.sent_at, isOpen: row.closed_at === null },
	}));
}

/** Reads the permits that nobody has closed, newest first, at most `most`; `count` counts all of them. */
export async function readKeptForgottenPermits(
	database: Database,
	most: number = MOST_FORGOTTEN,
): Promise<ForgottenPermits> {
	const { count } = await countForgottenPermits(database);
	const rows = await database
		.selectFrom("forgotten_permit")
		.select(["attempt_id as attempt", "kind", "amount", "currency", "phone_number as number", "sent_at as at"])
		.where("closed_at", "is", null)
		.orderBy("sent_at", "desc")
		.orderBy("attempt_id", "desc")
		.limit(most)
		.execute();
	const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
	return { count, items };
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

/** Returns the details of an acknowledgement's audit entry: the count and the newest permits, numbers masked. */
export async function recordedForgottenPermits(trx: DatabaseTransaction): Promise<Record<string, string>> {
	const { count, items } = await readKeptForgottenPermits(trx, RECORDED);
	if (count === 0) return {};
	const lines = items.map(({ at, amount, currency, number }) => `${at} ${amount} ${currency} ${maskNumber(number)}`);
	return { forgotten: String(count), permits: lines.join("; ") };
}
