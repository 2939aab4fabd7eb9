import { sql } from "kysely";
import { PAGE_ROWS } from "#lib/addresses/view-address.ts";
import type {
	ExceptionList,
	ExceptionQuery,
	ReconciledLine,
	ReconciliationException,
} from "#lib/contracts/reconciliation.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { IN_DOUBT_STATES, mayHaveLeft, transactionTypeOf, UNPAID_AFTER_PERMIT_STATES } from "#lib/payment-state.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { evidenceWindowOf, nearWindowOf } from "#server/payment-records/evidence-window.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import {
	type AttemptColumns,
	attemptColumns,
	attemptOf,
	type ClaimRow,
	claimColumns,
} from "#server/reconciliation/matching/payment-claims.ts";
import { pick, readLines, readPayments } from "#server/reconciliation/read-lines-and-payments.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

/** Reads a page of the exceptions that people must decide. Throws forbidden, wallet_unknown, `invalid_input` for an invalid cursor. */
export async function listExceptions(
	context: Context,
	{ currency, after, limit }: ExceptionQuery,
): Promise<ExceptionList> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, currency);
	return readQueue(context.database, wallet, { after: after === undefined ? null : readPlace(after), limit });
}

interface Page {
	after: Place | null;
	limit: number;
}

/** Reads a page: alarms first, then all other exceptions, each newest first. `exceptionCount` counts the exceptions of all pages. */
export async function readQueue(
	store: Database,
	wallet: WalletKey,
	{ after, limit }: Page = { after: null, limit: PAGE_ROWS },
): Promise<ExceptionList> {
	const found = await readPage(store, wallet, { after, limit: limit + 1 });
	const page = found.slice(0, limit);
	const last = found.length > limit ? page.at(-1) : undefined;
	const exceptions = await describeExceptions(
		store,
		wallet,
		page.map(({ told }) => told),
	);
	return { exceptions, nextExceptions: last ? writePlace(last) : null, ...(await count(store, wallet)) };
}

async function describeExceptions(
	store: Database,
	wallet: WalletKey,
	shown: readonly Discrepancy[],
): Promise<ReconciliationException[]> {
	const lines = await readLines(
		store,
		shown.flatMap(({ lineIds, likeIds }) => [...lineIds, ...likeIds]),
	);
	const alone = shown
		.filter(({ paymentIds }) => paymentIds.length === 0)
		.flatMap(({ lineIds }) => pick(lines, lineIds));
	const doubtful = await findUnknownCandidates(store, wallet, alone);
	for (const { line, id } of await findUnpaidDeposits(store, wallet, alone)) doubtful.get(line)?.push(id);
	const payments = await readPayments(store, [
		...shown.flatMap(({ paymentIds, endedIds }) => [...paymentIds, ...endedIds]),
		...new Set([...doubtful.values()].flat()),
	]);
	return shown.map(({ lineIds, paymentIds, likeIds, endedIds, at, ...rest }) => ({
		...rest,
		at: new Date(at).toISOString(),
		lines: pick(lines, lineIds),
		payments: pick(payments, paymentIds),
		like: pick(lines, likeIds),
		ended: pick(payments, endedIds),
		mayBe: pick(payments, [...new Set(lineIds.flatMap((id) => doubtful.get(id) ?? []))]),
	}));
}

interface Row {
	digest: string;
	told: Discrepancy;
}

/** After a cursor the query unites two parts, so that each can use the index: rows with the cursor's `alarm`, then non-alarms. */
async function readPage(store: Database, wallet: WalletKey, { after, limit }: Page): Promise<Row[]> {
	const of = sql`select alarm, at, digest, told from reconciliation_exception
		where ${ofWallet(wallet)} and waits`;
	const order = sql`order by alarm desc, at desc, digest limit ${limit}`;
	const at = after && sql`${new Date(after.at).toISOString()}::timestamptz`;
	const behind = after
		? sql`(${of} and alarm = ${after.alarm} and at <= ${at} and (at < ${at} or digest > ${after.digest}) ${order})
			union all (${of} and alarm < ${after.alarm} ${order}) ${order}`
		: sql`${of} ${order}`;
	const { rows } = await sql<Row>`${behind}`.execute(store);
	return rows;
}

interface Place {
	alarm: boolean;
	/** In ms, the precision in which exceptions are stored. */
	at: number;
	digest: string;
}

function writePlace({ told: { alarm, at }, digest }: Row): string {
	return `${alarm ? 1 : 0}.${at}.${digest}`;
}

function readPlace(text: string): Place {
	const [, alarm, at, digest] = /^([01])\.(-?\d{1,15})\.([\w-]{43})$/.exec(text) ?? [];
	if (!at || !digest || !isKeptTime(Number(at)))
		throw new AppError("invalid_input", "the place is not ours", { fields: { after: "invalid" } });
	return { alarm: alarm === "1", at: Number(at), digest };
}

/** Accepts only years that PostgreSQL and JavaScript write alike, so a forged cursor causes no database error. */
function isKeptTime(ms: number): boolean {
	const date = new Date(ms);
	return !Number.isNaN(date.getTime()) && isCalendarDay(date.toISOString().slice(0, 10));
}

async function count(store: Database, wallet: WalletKey) {
	const { rows } = await sql<{ waiting: number; beyond: number }>`
		select (select count(*) from reconciliation_exception
			where ${ofWallet(wallet)} and waits)::integer as waiting,
			coalesce((select exceptions_beyond from reconciliation_wallet
				where ${ofWallet(wallet)}), 0) as beyond`.execute(store);
	const { waiting = 0, beyond = 0 } = rows[0] ?? {};
	return { exceptionCount: waiting + beyond, exceptionsBeyond: beyond };
}

// People check each named payment by hand; a longer list would not help them.
const MOST = 200;

/**
 * Finds payments of unknown outcome that an unmatched line may belong to: type and amount are the same, and the line lies in or
 * near the payment's window. Returns payment ids by line id; only the newest `MOST` payments are considered.
 */
async function findUnknownCandidates(
	store: Database,
	wallet: WalletKey,
	lines: readonly ReconciledLine[],
): Promise<Map<string, string[]>> {
	if (lines.length === 0) return new Map();
	const { rows } = await sql<ClaimRow & AttemptColumns & { amount: string }>`
		select ${claimColumns}, payment.amount, ${attemptColumns}
		from payment left join attempt on attempt.payment_id = payment.id
		where payment.state = any(${[...IN_DOUBT_STATES]}::text[])
			and payment.environment = ${wallet.environment} and payment.currency = ${wallet.currency}
			and payment.amount = any(${[...new Set(lines.map(({ amount }) => amount))]}::numeric[])
		order by payment.created_at desc limit ${MOST}`.execute(store);
	const doubtful = rows.map((row) => ({
		...{ id: row.id, amount: row.amount, type: transactionTypeOf(row.kind) },
		near: nearWindowOf(evidenceWindowOf(row, attemptOf(row))),
	}));
	return new Map(
		lines.map(({ id, type, amount, createdAt }) => {
			const at = Date.parse(createdAt);
			const mayBe = doubtful.filter(
				(one) => one.type === type && one.amount === amount && at >= +one.near.from && at <= +one.near.to,
			);
			return [id, mayBe.map((one) => one.id)];
		}),
	);
}

const UNPAID_STATES = UNPAID_AFTER_PERMIT_STATES.filter(mayHaveLeft);

/**
 * Finds the last deposits of a line's amount that ended as not paid in the week before the line: their payers may have paid afterwards.
 * A payout that ended as not paid is named by the alarm itself.
 */
async function findUnpaidDeposits(
	store: Database,
	wallet: WalletKey,
	lines: readonly ReconciledLine[],
): Promise<{ line: string; id: string }[]> {
	const paidIn = lines.filter(({ type }) => type === transactionTypeOf("deposit"));
	const { rows } = await sql<{ line: string; id: string }>`
		select line.id as line, payment.id from unnest(${paidIn.map(({ id }) => id)}::text[],
			${paidIn.map(({ amount }) => amount)}::numeric[], ${paidIn.map(({ createdAt }) => createdAt)}::timestamptz[]) as line (id, amount, at)
		cross join lateral (select payment.id from payment
			where ${ofWallet(wallet)} and kind = 'deposit' and amount = line.amount and state = any(${UNPAID_STATES}::text[])
				and created_at between line.at - interval '7 days' and line.at + interval '5 minutes'
			order by created_at desc limit 3) as payment`.execute(store);
	return rows;
}
