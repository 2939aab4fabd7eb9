import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Decided, Reconciliation, Stretch } from "#lib/contracts/reconciliation.ts";
import { addDays, dayOf } from "#lib/dates.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Config } from "#server/config.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { readKeptDays, readMonths } from "#server/reconciliation/list-days.ts";
import { readQueue } from "#server/reconciliation/list-exceptions.ts";
import { readDecided } from "#server/reconciliation/matching/read-candidates.ts";
import { readReconciled } from "#server/reconciliation/matching/rematch.ts";
import { readOpenMatters } from "#server/reconciliation/open-lines.ts";
import { USUAL_RULE } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule, readKeptFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { readOpening } from "#server/reconciliation/proof/kept-days.ts";
import { proposeFromFirstMonth } from "#server/reconciliation/proof/propose-fee-rule.ts";
import { provePeriod } from "#server/reconciliation/proof/prove-period.ts";
import { readLines, readPayments } from "#server/reconciliation/read-lines-and-payments.ts";
import type { Database } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";
import { readSyncRow } from "#server/wallets/sync-row.ts";

const DAYS = 31;

/** Reads the status, the queue and the last days of one wallet. Throws forbidden, wallet_unknown. */
export async function readReconciliation(
	context: Context,
	{ currency }: { currency: string },
): Promise<Reconciliation> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, currency);
	const { database } = context;
	const [state, current, firstReading, open, queue, decided, months, days] = await Promise.all([
		readState(context, wallet),
		proveNow(context, wallet),
		readFirstReading(context, wallet),
		readOpenMatters(database, wallet),
		readQueue(database, wallet),
		listDecided(database, wallet),
		readMonths(database, wallet),
		readKeptDays(database, wallet, { before: null, limit: DAYS }),
	]);
	const isUneven = [current, ...days.days].some((each) => each && (each.status === "gap" || each.unsigned.length > 0));
	const fees = await readFees(context, wallet, isUneven ? firstReading : null);
	const knownFrom = firstReading?.toISOString() ?? null;
	return { currency, ...state, knownFrom, open, current, ...fees, ...queue, decided, months, ...days };
}

/** Proposes a rule from the month after `uneven`, the first reading, if no admin stored a rule; null if the usual rule leaves nothing open. */
async function readFees({ database }: Context, wallet: WalletKey, uneven: Date | null) {
	const kept = await readKeptFeeRule(database, wallet.currency);
	const proposal = kept === null && uneven ? await proposeFromFirstMonth(database, wallet, uneven) : null;
	const feeProposal = isDeepStrictEqual(proposal?.rule, USUAL_RULE) ? null : proposal;
	return { feeRule: kept ?? USUAL_RULE, feeProposal };
}

async function readState({ database }: SystemContext, wallet: WalletKey) {
	const [sync, kept] = await Promise.all([readSyncRow(database, wallet), readReconciled(database, wallet)]);
	return {
		syncedAt: sync.synced_at?.toISOString() ?? null,
		reconciledAt: kept?.reconciled_at?.toISOString() ?? null,
		booksFrom: kept?.books_from?.toISOString() ?? null,
		mayBeCut: sync.may_be_cut,
		fault: sync.fault,
		unreadable: sync.unreadable_lines,
	};
}

export async function readFirstReading({ database }: SystemContext, { environment, currency }: WalletKey) {
	const { rows } = await sql<{ at: Date | null }>`
		select min(first_fetched_at) as at from balance_reading
		where ${ofWallet({ environment, currency })}`.execute(database);
	return rows[0]?.at ?? null;
}

interface Remembered {
	key: string;
	stretch: Promise<Stretch | null>;
}

const remembered = new WeakMap<Config, Map<string, Remembered>>();

/**
 * Returns the result of `proveNow`, which takes a second on a busy day: each program keeps each wallet's, for its transactions too,
 * until its mirror, its matches, its days, its fee rule or what people decided changes. Null before the first sync.
 */
export async function readCurrentStretch(context: SystemContext, wallet: WalletKey): Promise<Stretch | null> {
	const { database, config } = context;
	const { version, synced_at } = await readSyncRow(database, wallet);
	if (synced_at === null) return null;
	const answers = [await readFeeRule(database, wallet), await readLastAnswers(database, wallet)];
	const key = JSON.stringify([version, synced_at, config.timeZone, answers]);
	const ofProgram = remembered.get(config) ?? new Map<string, Remembered>();
	remembered.set(config, ofProgram);
	const name = `${wallet.environment} ${wallet.currency}`;
	const known = ofProgram.get(name);
	if (known?.key === key) return known.stretch;
	const stretch = proveNow(context, wallet);
	ofProgram.set(name, { key, stretch });
	stretch.catch(() => ofProgram.delete(name));
	return stretch;
}

/** Returns the last decision on the wallet's lines, verdict on a payment of unknown outcome, matching of the wallet and stored day. */
async function readLastAnswers(store: Database, wallet: WalletKey) {
	const { rows } = await sql`
		select (select max(id) from reconciliation_decision where ${ofWallet(wallet)}) as decision,
			(select reconciled_at from reconciliation_wallet where ${ofWallet(wallet)}) as reconciled,
			(select id from balance_proof where ${ofWallet(wallet)} order by day desc, id desc limit 1) as day,
			(select max(id) from resolution) as verdict`.execute(store);
	return rows[0];
}

/** Proves from the last stored day to the newest reading that the mirror has caught up with; null without two readings. */
async function proveNow({ database, config }: SystemContext, wallet: WalletKey): Promise<Stretch | null> {
	const { synced_at: until, may_be_cut: mayBeCut, unreadable_lines: unreadable } = await readSyncRow(database, wallet);
	if (until === null) return null;
	const opening = await readOpening(database, wallet, addDays(dayOf(until, config.timeZone), 1));
	const rule = await readFeeRule(database, wallet);
	const ask = { opening, from: new Date(0), until, beyond: until, rule, mayBeCut, unreadable };
	const stretch = await provePeriod(database, wallet, ask);
	return stretch.closing === null ? null : stretch;
}

const SHOWN = 50;

/** Lists decisions that can be withdrawn: one on a payment ends when the payment gets its line. */
async function listDecided(store: Database, wallet: WalletKey): Promise<Decided[]> {
	type Row = Omit<Decided["decision"], "at"> & { at: Date; movement_id: string | null; payment_id: string | null };
	const { rows } = await sql<Row & { id: string }>`
		select decision.id, decision.movement_id, decision.payment_id, decision.verdict, decision.reference, decision.reason, member.name as by, decision.at from (
			select distinct on (movement_id, case when movement_id is null then payment_id end) * from reconciliation_decision
			where ${ofWallet(wallet)} and not awaits_second
			order by movement_id, case when movement_id is null then payment_id end, id desc
		) as decision join member on member.id = decision.member_id
		where decision.verdict <> 'reopen' and (movement_id is not null
			or exists (select from reconciliation_payment as waiting where waiting.payment_id = decision.payment_id))
		order by decision.id desc limit ${SHOWN}`.execute(store);
	const lines = await readLines(
		store,
		rows.flatMap((row) => row.movement_id ?? []),
	);
	const payments = await readPayments(
		store,
		rows.flatMap((row) => row.payment_id ?? []),
	);
	const inForce = (await readDecided(store, wallet)).lines;
	// When people matched the payment to a newer line, the decision on the earlier line is not in force and cannot be withdrawn.
	const isLeft = ({ verdict, movement_id: line }: Row) =>
		verdict !== "match" || line === null || inForce.has(line) || lines.get(line)?.withdrawnAt;
	return rows.filter(isLeft).map(({ id, movement_id, payment_id, at, ...decision }) => ({
		id,
		decision: { ...decision, at: at.toISOString() },
		line: (movement_id && lines.get(movement_id)) || null,
		payment: (payment_id && payments.get(payment_id)) || null,
	}));
}
