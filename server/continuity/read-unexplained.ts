import { sql } from "kysely";
import { matchTimesToWindows } from "#lib/match-times-to-windows.ts";
import { minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import type { Gap } from "#server/continuity/continuity-gap.ts";
import { CLOCK_TOLERANCE_MS, type UnexplainedLine } from "#server/continuity/judge-wallet.ts";
import { countedAmount } from "#server/payment-records/payment-summary.ts";
import {
	attemptOf,
	EARLY_MS,
	LATE_MS,
	LONGEST_OPEN_MS,
	paymentClaim,
} from "#server/reconciliation/matching/payment-claims.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";

interface LineRow {
	id: string;
	amount: string;
	fee: string;
	created_at: Date;
	is_repeated: boolean;
}

/** Returns new lines that no payout explains. Call after the reconciliation. Earlier unmatched lines use up explanations, too. */
export async function readUnexplained(database: Database, gap: Gap, candidatesFrom: Date): Promise<UnexplainedLine[]> {
	const from = new Date(candidatesFrom.getTime() - CLOCK_TOLERANCE_MS);
	const fresh = await readLines(database, gap, { from, onlyNew: true, amounts: null });
	const amounts = [...new Set(fresh.map(({ amount }) => amount))];
	if (amounts.length === 0) return [];
	const earlier = new Date(from.getTime() - LATE_MS);
	const all = await readLines(database, gap, { from: earlier, onlyNew: false, amounts });
	const explanations = await readExplanations(database, gap, amounts);
	const left = findUnexplained(all.map(lineOf), explanations);
	return fresh
		.filter(({ id }) => left.has(id))
		.map(({ id, amount, fee, created_at: at, is_repeated: isRepeated }) => ({
			...{ id, amount: minorOf(amount), fee: minorOf(fee), at: at.getTime() },
			isRepeated,
		}));
}

/**
 * Leaves out lines with a payment, and lines that people explained without a payment before the gap was found. Keeps the line of an
 * imported transaction, because a payment that only a lost database recorded looks the same.
 */
async function readLines(
	database: Database,
	gap: Gap,
	{ from, onlyNew, amounts }: { from: Date; onlyNew: boolean; amounts: string[] | null },
): Promise<LineRow[]> {
	const isNew =
		gap.movement_id === null
			? sql<boolean>`movement.first_seen_at > ${gap.since ?? new Date(0)}::timestamptz`
			: sql<boolean>`movement.id > ${gap.movement_id}::bigint`;
	// guard: withdrawn-line-says-nothing
	const { rows } = await sql<LineRow>`
		select movement.id, movement.amount, movement.fee, movement.created_at, movement.occurrence > 1 as is_repeated from movement
		where ${ofWallet(gap)} and type = ${transactionTypeOf("payout")}
			and withdrawn_at is null and created_at >= ${from}::timestamptz
			and (${amounts === null}::boolean or amount = any(${amounts ?? []}::numeric[]))
			and (${!onlyNew}::boolean or ${isNew})
			and not exists (select from reconciliation_line as match
				where match.movement_id = movement.id and match.status = 'matched' and match.payment_id is not null)
			and coalesce((select verdict from reconciliation_decision as decision
				where decision.movement_id = movement.id and not decision.awaits_second and decision.at < ${gap.detected_at}::timestamptz
				order by decision.id desc limit 1), 'reopen') in ('reopen', 'match', 'support')`.execute(database);
	return rows;
}

/** Reads payouts that left or may have left, without a matched line. Each window covers the times by the worker's and database's clock. */
async function readExplanations(database: Database, gap: Gap, amounts: readonly string[]): Promise<Explanation[]> {
	const rows = await database
		.selectFrom("payment")
		.leftJoin("attempt", "attempt.payment_id", "payment.id")
		.selectAll("payment")
		.select(["attempt.permitted_at", "attempt.send_deadline as permit_deadline"])
		.where(ofWallet(gap))
		.where("kind", "=", "payout")
		// One parameter: another system of a shared wallet may have sent more amounts than a statement may have parameters.
		.where(
			sql<boolean>`(paid_amount = any(${amounts}::numeric[]) or paid_amount is null and amount = any(${amounts}::numeric[]))`,
		)
		.where("state", "in", [...MAY_HAVE_MOVED_STATES])
		.where("created_at", ">=", new Date(gap.detected_at.getTime() - LONGEST_OPEN_MS))
		.where(sql<boolean>`not exists (select from reconciliation_line as line
			where line.payment_id = payment.id and line.status = 'matched')`)
		.execute();
	return rows.map(({ permitted_at, permit_deadline: send_deadline, ...row }) => {
		const { from, to, owed, expectedAt } = paymentClaim(row);
		const permitted = paymentClaim(row, attemptOf({ permitted_at, send_deadline }));
		const window = { from: Math.min(from, permitted.from), to: Math.max(to, permitted.to) };
		const amount = countedAmount(row);
		// The line of a payout with an unknown outcome must lie in its window.
		if (!owed) return { amount, ...window };
		return {
			amount,
			from: Math.min(window.from, expectedAt - EARLY_MS),
			to: Math.max(window.to, expectedAt + LATE_MS),
		};
	});
}

function lineOf({ id, amount, created_at: at }: LineRow): Line {
	return { id, amount, at: at.getTime() };
}

export interface Line {
	id: string;
	amount: string;
	at: number;
}

/** A payout without a matched line, and the period in which its line may be dated. Times in ms. */
export interface Explanation {
	amount: string;
	from: number;
	to: number;
}

/** Explains as many lines as possible, each by one payout of its amount, earlier lines first. Returns the ids of the other lines. */
export function findUnexplained(lines: readonly Line[], explanations: readonly Explanation[]): Set<string> {
	const left = new Set<string>();
	const byAmount = Map.groupBy(explanations, ({ amount }) => amount);
	for (const [amount, equal] of Map.groupBy(lines, (line) => line.amount)) {
		const inTime = equal.toSorted((a, b) => a.at - b.at);
		const taken = matchTimesToWindows(
			byAmount.get(amount) ?? [],
			inTime.map(({ at }) => at),
		);
		for (const [place, { id }] of inTime.entries()) if (!taken.has(place)) left.add(id);
	}
	return left;
}
