/** A statement's lines, oldest first, with what is known of their payments. */
import { sql } from "kysely";
import type { Statement, StatementQuery } from "#lib/contracts/statement.ts";
import { maskPhone } from "#lib/phone.ts";
import type { SystemContext } from "#server/context.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { closedMonths } from "#server/statements/closed-months.ts";
import { readLateLines } from "#server/statements/late-lines.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

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

/** The lines whose sums the statement states: those of a closed month as they were kept with it. */
export function readStatementLines(
	system: SystemContext,
	wallet: WalletKey,
	{ from, to, monthClosing }: Pick<Statement, "from" | "to" | "monthClosing">,
): AsyncGenerator<StatementLine[]> {
	if (monthClosing?.state === "closed") return readKeptLines(system, wallet, monthClosing.month);
	return readLines(system, wallet, { from, to });
}

/** The lines as they are matched now, without those that came late for a closed month. */
export async function* readLines(
	system: SystemContext,
	wallet: WalletKey,
	{ from, to }: StatementQuery,
): AsyncGenerator<StatementLine[]> {
	const late = await readLateLines(system, wallet);
	const idsOf = (change: number) => late.filter((line) => line.change === change).map(({ id }) => id);
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
				and (movement.withdrawn_at is null or movement.id = any(${went}::bigint[])) and movement.id <> all(${came}::bigint[]) ${after}
			order by movement.created_at, movement.id limit ${limit}`.execute(system.database);
		return rows.map(({ name, number, ...line }) => ({ ...line, who: name ?? (number && maskPhone(number)) }));
	});
}

/** Keeps the lines with a closing that is about to be confirmed: what becomes of them later changes no file of the month. */
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

/** One page after another, so that a long month never stands in memory. */
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
