import { sql } from "kysely";
import type { Statement, StatementQuery } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";
import { maskPhone } from "#lib/phone.ts";
import type { SystemContext } from "#server/context.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import { addUp, type Sums } from "#server/statements/add-up-days.ts";
import { closedMonths } from "#server/statements/closed-months.ts";
import { readLateLines } from "#server/statements/late-lines.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import type { WalletKey } from "#server/store/sql-fragments.ts";

export interface StatementLine {
	id: string;
	/** In UTC with microseconds. */
	createdAt: string;
	/** In the business's time zone. */
	day: string;
	type: string;
	amount: string;
	fee: string;
	paymentId: string | null;
	operator: string | null;
	operatorName: string | null;
	/** The recipient's name, else the masked number. */
	who: string | null;
	purpose: string | null;
	reference: string | null;
}

export interface ListedStatement {
	statement: Statement;
	lines: AsyncGenerator<StatementLine[]>;
}

/**
 * Reads the lines that the figures count; for a closed month, the lines stored with its closing. Throws after the last line if the sums
 * differ from the figures, so that no file that contradicts itself is ever complete.
 */
export async function* readStatementLines(
	system: SystemContext,
	wallet: WalletKey,
	{ statement, lastLineId }: { statement: Statement; lastLineId: string },
): AsyncGenerator<StatementLine[]> {
	const { from, byDay, monthClosing } = statement;
	const to = byDay.at(-1)?.day;
	const batches =
		monthClosing?.state === "closed"
			? readKeptLines(system, wallet, monthClosing.month)
			: to && readLines(system, wallet, { from, to, lastLineId });
	const sums = addUp([]);
	for await (const lines of batches || []) {
		const some = addUp(
			lines.map((line) => ({ ...line, count: 1, amount: minorOf(line.amount), fee: minorOf(line.fee) })),
		);
		sums.in += some.in;
		sums.out += some.out;
		sums.fees += some.fees;
		sums.count += some.count;
		yield lines;
	}
	const { count } = statement;
	const stated = { in: minorOf(statement.in), out: minorOf(statement.out), fees: minorOf(statement.fees), count };
	if (Object.entries(stated).some(([part, sum]) => sums[part as keyof Sums] !== sum))
		throw new Error("the lines changed while the file was written");
}

/** Reads lines up to `lastLineId` with their current matches; for a closed month, as if no late line had come or gone. */
export async function* readLines(
	system: SystemContext,
	wallet: WalletKey,
	{ from, to, lastLineId }: StatementQuery & { lastLineId?: string },
): AsyncGenerator<StatementLine[]> {
	const upTo = lastLineId === undefined ? sql`` : sql`and movement.id <= ${lastLineId}::bigint`;
	const late = await readLateLines(system, wallet);
	const lines = [...Map.groupBy(late, ({ id }) => id)];
	const idsOf = (wanted: number) =>
		lines.flatMap(([id, some]) => (some.reduce((sum, { change }) => sum + change, 0) === wanted ? [id] : []));
	const [came, went] = [idsOf(1), idsOf(-1)];
	const { timeZone } = system.config;
	yield* keysetPages<StatementLine>(async (last, limit) => {
		const after = last
			? sql`and (movement.created_at, movement.id) > (${last.createdAt}::timestamptz, ${last.id}::bigint)`
			: sql``;
		const { rows } = await sql<Omit<StatementLine, "who"> & { name: string | null; number: string | null }>`
			select movement.id, to_char(movement.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
				to_char(movement.created_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, movement.type, movement.amount, movement.fee,
				payment.id as "paymentId", payment.operator, operator.name as "operatorName",
				payment.recipient_name as name, payment.phone_number as number, payment.note as purpose,
				coalesce(payment.reference, match.transaction_reference) as reference
			from movement left join reconciliation_line as match on match.movement_id = movement.id and match.status = 'matched'
				left join payment on payment.id = match.payment_id left join operator on operator.code = payment.operator
			where movement.environment = ${wallet.environment} and movement.currency = ${wallet.currency}
				and movement.created_at >= ${from}::date::timestamp at time zone ${timeZone}
				and movement.created_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
				and (movement.withdrawn_at is null or movement.id = any(${went}::bigint[])) and movement.id <> all(${came}::bigint[]) ${upTo} ${after}
			order by movement.created_at, movement.id limit ${limit}`.execute(system.database);
		return rows.map(({ name, number, ...line }) => ({ ...line, who: name ?? (number && maskPhone(number)) }));
	});
}

export async function hasLinesSince(store: Database, closingId: string): Promise<boolean> {
	const row = await store
		.selectFrom("statement_late_line")
		.select("movement_id")
		.where("closing_id", "=", closingId)
		.where("change", "<>", 0)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Stores a month's lines with its closing, just before it is confirmed, so that later changes of a line change no file of the month. */
export async function keepLines(
	trx: DatabaseTransaction,
	closingId: string,
	batches: AsyncIterable<readonly StatementLine[]>,
): Promise<void> {
	let place = 0;
	for await (const lines of batches) {
		const row = { closing_id: closingId, place, lines: JSON.stringify(lines) };
		await trx.insertInto("statement_closing_page").values(row).execute();
		place += 1;
	}
}

/** Reads page by page, so that a long month is never in memory as a whole. */
async function* readKeptLines(
	{ database }: SystemContext,
	wallet: WalletKey,
	month: string,
): AsyncGenerator<StatementLine[]> {
	const { id } = await closedMonths(database, wallet).select("id").where("month", "=", month).executeTakeFirstOrThrow();
	for (let place = 0; ; place += 1) {
		const page = await database
			.selectFrom("statement_closing_page")
			.select("lines")
			.where("closing_id", "=", id)
			.where("place", "=", place)
			.executeTakeFirst();
		if (!page) return;
		yield JSON.parse(page.lines) as StatementLine[];
	}
}
