import { sql } from "kysely";
import type { DayDetail, DayLine, DayProof } from "#lib/contracts/reconciliation.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { keysetPages } from "#server/exports/keyset-pages.ts";
import { type LineMatch, lineMatchColumns, lineMatches } from "#server/reconciliation/name-lines.ts";
import { withOpenLines } from "#server/reconciliation/open-lines.ts";
import { knownEffects } from "#server/reconciliation/proof/effects.ts";
import { beforeLines } from "#server/reconciliation/proof/prove-period.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

// People read this page; the month's export has all lines.
const SHOWN = 500;

/** Reads a stored day: its proof, and its lines in time order with the balance after each. Throws forbidden, wallet_unknown, not_found. */
export async function readDay(context: Context, input: { currency: string; day: string }): Promise<DayDetail> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, input.currency);
	const { rows } = await sql<{ proof: DayProof; computed_at: Date; revisions: number }>`
		select proof, computed_at, (count(*) over ())::integer - 1 as revisions from balance_proof
		where ${ofWallet(wallet)} and day = ${input.day}::date
		order by id desc limit 1`.execute(context.database);
	const row = rows[0];
	if (!row) throw new AppError("not_found", "no proof of this day is kept");
	const { value: lines } = await readDayLines(context.database, wallet, row.proof, SHOWN).next();
	const [proof] = await withOpenLines(context.database, wallet, [row.proof]);
	if (!proof) throw new Error("one day is one day");
	return {
		proof,
		computedAt: row.computed_at.toISOString(),
		revisions: row.revisions,
		lines: lines ?? [],
		lineCount: row.proof.totals.count,
	};
}

interface Row
	extends Omit<DayLine, "createdAt" | "withdrawnAt" | "payment" | "balanceAfter">,
		Pick<LineMatch, "payment_id" | "kind" | "recipient_name" | "phone_number"> {
	createdAt: Date;
	withdrawnAt: Date | null;
}

/** Reads the lines between the day's two readings, oldest first, in pages of `pageRows`. */
export async function* readDayLines(
	store: Database,
	wallet: WalletKey,
	{ opening, closing, ...proof }: Pick<DayProof, "opening" | "closing" | "rule">,
	pageRows: number,
): AsyncGenerator<DayLine[]> {
	if (!opening || !closing) return;
	const effectOf = knownEffects(proof.rule);
	const pages = keysetPages<Row>(async (last, limit) => {
		const after = last
			? sql`and (movement.created_at, movement.id) > (select created_at, id from movement where id = ${last.id}::bigint)`
			: sql``;
		const { rows } = await sql<Row>`
			select movement.id, movement.type, movement.amount, movement.fee, movement.created_at as "createdAt",
				movement.withdrawn_at as "withdrawnAt", movement.replaced_by as "replacedBy", match.how, match.payment_id,
				payment.kind, payment.recipient_name, payment.phone_number, ${lineMatchColumns}
			from movement ${lineMatches}
			where movement.environment = ${wallet.environment} and movement.currency = ${wallet.currency}
				and movement.created_at > ${opening.at}::timestamptz and movement.created_at <= ${closing.at}::timestamptz ${after}
			order by movement.created_at, movement.id limit ${limit}`.execute(store);
		return rows;
	}, pageRows);
	let balance: AmountMinor | null = beforeLines(opening);
	const lineOf = (row: Row): DayLine => {
		const isGone = row.withdrawnAt !== null;
		const effect = isGone ? 0n : effectOf(row.type, minorOf(row.amount), minorOf(row.fee));
		balance = balance === null || effect === null ? null : balance + effect;
		const { payment_id: paymentId, kind, phone_number, recipient_name: name, ...line } = row;
		return {
			...withIsoTimes(line),
			payment: paymentId && kind ? { id: paymentId, kind, who: name ?? maskPhone(phone_number ?? "") } : null,
			balanceAfter: balance === null || isGone ? null : toDecimal(balance),
		};
	};
	for await (const rows of pages) yield rows.map(lineOf);
}
