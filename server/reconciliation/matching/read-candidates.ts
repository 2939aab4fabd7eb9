import { sql } from "kysely";
import { DAY_MS } from "#lib/dates.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import type { Claim, Line } from "#server/reconciliation/matching/match-lines.ts";
import {
	type AttemptColumns,
	attemptColumns,
	attemptOf,
	type ClaimRow,
	claimColumns,
	LONGEST_OPEN_MS,
	paymentClaim,
	transactionClaim,
} from "#server/reconciliation/matching/payment-claims.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";

/** A type and amount, and the period in which their lines or payments changed. */
export interface Touched {
	type: string;
	/** Decimal text with two places. */
	amount: string;
	from: Date;
	to: Date;
}

export interface Candidates {
	touched: Touched;
	claims: Claim[];
	lines: Line[];
}

export interface Decided {
	/** Movement id → payment id, or null when people explained the line without a payment. */
	lines: Map<string, string | null>;
	payments: Set<string>;
}

// Windows of half an hour connect lines and payments into groups. The whole group of a change lies well within this time of the change.
const MARGIN_MS = 4 * DAY_MS;

const keyOf = ({ type, amount }: { type: string; amount: string }) => `${amount} ${type}`;

/** Returns candidates in the order of `wanted`, without lines and payments that people decided. Lines before `booksFrom` are not read. */
export async function readCandidates(
	store: Database,
	wallet: WalletKey,
	wanted: readonly Touched[],
	booksFrom: Date,
	decided: Decided,
): Promise<Candidates[]> {
	const found = new Map(wanted.map((touched) => [keyOf(touched), { touched, claims: [], lines: [] } as Candidates]));
	const [lines, payments, transactions] = [
		await readLines(store, wallet, wanted, booksFrom),
		await readPayments(store, wallet, wanted),
		await readTransactions(store, wallet, wanted),
	];
	for (const { id, at, ...key } of lines) {
		if (!decided.lines.has(id)) found.get(keyOf(key))?.lines.push({ id, at });
	}
	for (const row of payments) {
		const place = found.get(keyOf({ type: transactionTypeOf(row.kind), amount: row.counted }));
		if (place && !decided.payments.has(row.id)) addNear(place, paymentClaim(row, attemptOf(row)));
	}
	for (const row of transactions) {
		const place = found.get(keyOf({ type: row.transaction_type, amount: row.amount }));
		const claim = transactionClaim(row);
		if (place && !mayAnswerOpen(place.claims, claim)) addNear(place, claim);
	}
	return [...found.values()];
}

function addNear(place: Candidates, claim: Claim): void {
	const { from, to } = place.touched;
	if (claim.to >= from.getTime() - MARGIN_MS && claim.from <= to.getTime() + MARGIN_MS) place.claims.push(claim);
}

/** An imported transaction may be a payment of unknown outcome: it explains no line until that payment is resolved. */
function mayAnswerOpen(claims: readonly Claim[], { expectedAt }: Claim): boolean {
	return claims.some(({ owed, from, to }) => !owed && expectedAt >= from && expectedAt <= to);
}

/** Passes types, amounts and periods as a relation, so that one query serves them all. */
function relation(wanted: readonly Touched[], before: number, after: number) {
	return sql`unnest(${wanted.map(({ type }) => type)}::text[], ${wanted.map(({ amount }) => amount)}::numeric[],
		${wanted.map(({ from }) => new Date(from.getTime() - before).toISOString())}::timestamptz[],
		${wanted.map(({ to }) => new Date(to.getTime() + after).toISOString())}::timestamptz[]) as wanted (type, amount, since, until)`;
}

async function readLines(store: Database, wallet: WalletKey, wanted: readonly Touched[], booksFrom: Date) {
	const { rows } = await sql<{ id: string; type: string; amount: string; at: Date }>`
		select movement.id, movement.type, movement.amount, movement.created_at as at
		from ${relation(wanted, MARGIN_MS, MARGIN_MS)} cross join lateral (
			select id, type, amount, created_at from movement
			where ${ofWallet(wallet)}
				and type = wanted.type and amount = wanted.amount
				and withdrawn_at is null
				and created_at >= greatest(wanted.since, ${booksFrom}::timestamptz) and created_at <= wanted.until
			offset 0
		) as movement`.execute(store);
	return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
}

interface CandidateRow extends ClaimRow, AttemptColumns {
	/** The amount that people confirmed, else the requested one. */
	counted: string;
}

async function readPayments(store: Database, wallet: WalletKey, wanted: readonly Touched[]): Promise<CandidateRow[]> {
	const ofFacts = sql`${ofWallet(wallet)}
		and kind = case wanted.type when ${transactionTypeOf("deposit")} then 'deposit' when ${transactionTypeOf("payout")} then 'payout' end
		and created_at between wanted.since and wanted.until and state = any(${[...MAY_HAVE_MOVED_STATES]}::text[])`;
	const { rows } = await sql<CandidateRow>`
		select ${claimColumns}, payment.counted, ${attemptColumns}
		from ${relation(wanted, LONGEST_OPEN_MS, MARGIN_MS)} cross join lateral (
			select *, amount as counted from payment where ${ofFacts} and amount = wanted.amount and paid_amount is null
			union all
			select *, paid_amount from payment where ${ofFacts} and paid_amount = wanted.amount
			offset 0
		) as payment left join attempt on attempt.payment_id = payment.id`.execute(store);
	return rows;
}

/**
 * Reads successful imported transactions that are no payment of ours; they explain lines. One person alone can import a transaction,
 * so none explains a line that two people must explain.
 */
async function readTransactions(store: Database, wallet: WalletKey, wanted: readonly Touched[]) {
	// guard: import-explains-no-large-line
	const { rows } = await sql<{
		reference: string;
		transaction_type: string;
		amount: string;
		created_at: Date;
		processed_at: Date | null;
	}>`
		select imported.reference, imported.transaction_type, imported.amount,
			coalesce(imported.created_at, imported.processed_at) as created_at, imported.processed_at
		from ${relation(wanted, LONGEST_OPEN_MS, MARGIN_MS)} join imported_transaction as imported
			on imported.transaction_type = wanted.type and imported.amount = wanted.amount
			and coalesce(imported.processed_at, imported.created_at) between wanted.since and wanted.until
		where imported.environment = ${wallet.environment} and imported.currency = ${wallet.currency}
			and imported.state = 'found' and imported.service_status = 'success'
			and not explained_by_two(imported.transaction_type, imported.currency, imported.amount)
			and not exists (select from payment
				where payment.environment = imported.environment and payment.reference = imported.reference)`.execute(store);
	return rows;
}

/**
 * Reads the decisions in force. A decision on a line ends when the service withdraws the line. A payment to which people matched
 * several lines keeps the last.
 */
export async function readDecided(store: Database, wallet: WalletKey): Promise<Decided> {
	const { rows } = await sql<{ movement_id: string; payment_id: string | null; verdict: string }>`
		select * from (select distinct on (movement_id) id, movement_id, payment_id, verdict from reconciliation_decision as decision
			where ${ofWallet(wallet)} and movement_id is not null and not awaits_second
				and not exists (select from movement where movement.id = decision.movement_id and withdrawn_at is not null)
			order by movement_id, id desc) as newest
		where verdict not in ('reopen', 'support') order by id`.execute(store);
	const lineOf = new Map(
		rows.flatMap(({ verdict, ...row }) =>
			verdict === "match" && row.payment_id ? [[row.payment_id, row.movement_id]] : [],
		),
	);
	const others = rows.filter(({ verdict }) => verdict !== "match").map(({ movement_id: id }) => [id, null] as const);
	const given = [...lineOf].map(([payment, line]) => [line, payment] as const);
	return { lines: new Map<string, string | null>([...others, ...given]), payments: new Set(lineOf.keys()) };
}
