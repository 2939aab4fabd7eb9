import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import { minorOf } from "#lib/money.ts";
import { awaitsReference, OUTSTANDING_STATES, transactionTypeOf, UNANSWERED_STATES } from "#lib/payment-state.ts";
import { type ForgottenPayment, findForgotten } from "#server/continuity/forgotten-permits.ts";
import { type AttemptTimes, evidenceWindowOf } from "#server/payment-records/evidence-window.ts";
import { countedAmount, type PaymentRow } from "#server/payment-records/payment-summary.ts";
import { readBalances } from "#server/payments/resolve/balance-reading.ts";
import { digest } from "#server/payments/rules/digests.ts";
import { readPlaces } from "#server/payments/watch/reference-window.ts";
import { findFreeLines, findOtherAmounts } from "#server/reconciliation/matching/free-lines.ts";
import { evaluatePayment } from "#server/reconciliation/proof/evaluate-payment.ts";
import type { Database } from "#server/store/database.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

const NOTHING_KNOWN = {
	...{ verdict: "none" as const, items: [], count: 0, near: { items: [], count: 0 } },
	...{ candidateIds: [], others: [] },
};

/** Collects what the stored movements and balance readings show about a sent payment. Absence of evidence proves nothing. */
export async function collectEvidence(database: Database, payment: PaymentRow, timeZone: string): Promise<Evidence> {
	const sync = await readSyncRow(database, payment);
	const found = await findMovements(database, payment);
	// A partial list proves nothing: a line that has not arrived yet may be the payment's.
	const { candidateIds, others, ...movements } = isArriving(sync) ? { ...found, ...NOTHING_KNOWN } : found;
	const comparison = compareAmounts(payment, movements, others);
	// Once the service has answered, a line of another amount can be this payment's: the balance then counts the line that the
	// comparison shows. Without an answer such a line counts as another movement.
	const isAnswered = payment.state === "needs_review" || comparison.said !== null;
	const [moved] = isAnswered && comparison.moved !== null && movements.count === 0 ? others : [];
	const fee = moved?.fee ?? (movements.verdict === "one" ? (movements.items[0]?.fee ?? null) : null);
	return {
		paymentId: payment.id,
		version: payment.version,
		currency: payment.currency,
		comparison,
		movements,
		balance: await findBalances(
			database,
			{ ...payment, amount: moved?.amount ?? countedAmount(payment) },
			{ ids: moved ? [moved.id] : candidateIds, fee },
			timeZone,
		),
		answers: await findPossibleAnswers(database, payment),
		mirror: {
			syncedAt: sync.synced_at?.toISOString() ?? null,
			mayBeCut: sync.may_be_cut,
			fault: sync.fault,
			unreadable: sync.unreadable_lines,
		},
	};
}

/** The same for payments with the same evidence; amounts and times do not count. A list shows the references of its first payment alone. */
export function evidenceDigest({ comparison, movements, balance, answers, mirror }: Evidence): string {
	const { said: reported, asked, others } = comparison;
	const agrees = reported === null ? null : reported.amount === asked;
	const lines = [movements.verdict, movements.near.count > 0, others.length > 0, answers.toSorted()];
	return digest([lines, balance.reading, agrees, mirror.mayBeCut]);
}

type Compared = Pick<PaymentRow, "kind" | "amount" | "currency" | "service_amount" | "service_currency">;
type Movements = Evidence["movements"];
type Line = Movements["items"][number];

/** `others`: lines of another amount that may be this payment's and no other payment's. */
export function compareAmounts(
	payment: Compared,
	{ items, count }: Pick<Evidence["movements"], "items" | "count">,
	others: readonly Line[],
): Evidence["comparison"] {
	const { amount: asked, service_amount, service_currency } = payment;
	const reported =
		service_amount === null || service_currency === null
			? null
			: { amount: service_amount, currency: service_currency };
	const likely = count > 0 ? items : others;
	const [only] = likely.length === 1 && count <= 1 ? likely : [];
	const shown = [
		...(reported?.currency === payment.currency ? [reported.amount] : []),
		...others.map(({ amount }) => amount),
	];
	return {
		asked,
		said: reported,
		moved: only ? `${payment.kind === "payout" ? "-" : ""}${only.amount}` : null,
		others: [...others],
		payable: [...new Set(shown)].filter((amount) => amount !== asked && !/^-|^0\.00$/.test(amount)),
	};
}

// People try no more than a few, while an import may hold thousands of equal amounts.
const MOST = 5;
const MOST_READ = 50;
// The largest distance between two time zones, with a margin; `readPlaces` then applies the exact window.
const AROUND_MS = 27 * 3_600_000;

/**
 * Returns, for a payment without a reference, the one that an unclear answer named, and imported, unclaimed references that match its facts
 * and time: the lost answer may have named one of them. The service must confirm it, like a typed reference.
 */
async function findPossibleAnswers(database: Database, payment: PaymentRow): Promise<string[]> {
	if (payment.reference !== null) return [];
	const named = payment.hint_reference === null ? [] : [payment.hint_reference];
	if (!awaitsReference(payment.state)) return named;
	const sentAt = (payment.sent_at ?? payment.created_at).getTime();
	const rows = await database
		.selectFrom("imported_transaction as imported")
		.select(["imported.reference", "imported.created_at"])
		.where("imported.state", "=", "found")
		.where("imported.environment", "=", payment.environment)
		.where("imported.transaction_type", "=", transactionTypeOf(payment.kind))
		.where("imported.amount", "=", payment.amount)
		.where("imported.currency", "=", payment.currency)
		.where(sql<boolean>`not exists (select from payment
			where payment.environment = imported.environment and payment.reference = imported.reference)`)
		.where("imported.created_at", ">=", new Date(sentAt - AROUND_MS))
		.where("imported.created_at", "<=", new Date(sentAt + AROUND_MS))
		.orderBy(sql`abs(extract(epoch from imported.created_at - ${new Date(sentAt)}::timestamptz))`)
		.limit(MOST_READ)
		.execute();
	if (rows.length === 0) return named;
	const place = await readPlaces(database, payment);
	const fitting = rows.filter(({ created_at: at }) => place(payment, at) === "within");
	return [...new Set([...named, ...fitting.slice(0, MOST).map(({ reference }) => reference)])];
}

/** `candidates`: movements that may be this payment's own. */
async function findBalances(
	database: Database,
	payment: PaymentRow,
	candidates: { ids: readonly string[]; fee: string | null },
	timeZone: string,
): Promise<Evidence["balance"]> {
	const sentAt = payment.sent_at ?? payment.created_at;
	const endedAt = await outcomeAt(database, payment, sentAt);
	const amount = minorOf(payment.amount);
	const fee = candidates.fee === null ? null : minorOf(candidates.fee);
	const { before, readings, usualFee } = await evaluatePayment(database, payment, {
		...{ paymentId: payment.id, type: transactionTypeOf(payment.kind), amount, lineIds: candidates.ids, fee },
		// Balance readings carry program time, and so does `sent_at`.
		...{ sentAt, endedAt, until: evidenceWindowOf(payment, null).to, timeZone },
	});
	return readBalances({
		...{ kind: payment.kind, amountMinor: amount, feeMinor: fee, usualFeeMinor: usualFee },
		// A row covers a period of equal readings: a row that spans the permit shows the balance at the permit.
		before: before && { balanceMinor: before.balance, at: isoOf(Math.min(before.lastAt, +sentAt)) },
		later: readings.map(({ balance, firstAt, lastAt, others }) => ({
			reading: { balanceMinor: balance, at: isoOf(firstAt <= +endedAt ? lastAt : firstAt) },
			others: { count: others.count, effectMinor: others.effect },
		})),
	});
}

async function outcomeAt(database: Database, payment: PaymentRow, permit: Date): Promise<Date> {
	const row = await database
		.selectFrom("payment_event")
		.select("at")
		.where("payment_id", "=", payment.id)
		.where("state", "not in", UNANSWERED_STATES)
		.orderBy("id")
		.limit(1)
		.executeTakeFirst();
	return row?.at ?? permit;
}

function isoOf(time: number): string {
	return new Date(time).toISOString();
}

const SHOWN = 5;

/** Excludes lines that reconciliation gives to another payment or that people explained; the rest may be this payment's. */
async function findMovements(
	database: Database,
	payment: PaymentRow,
): Promise<Movements & { candidateIds: string[]; others: Line[] }> {
	const window = evidenceWindowOf(payment, await readAttempt(database, payment));
	const { inside: left, near } = await findFreeLines(database, payment, window);
	const others = await findOtherAmounts(database, payment, window);
	return {
		verdict: left.length === 0 ? "none" : left.length === 1 ? "one" : "several",
		items: left.length === 0 ? [] : await readLines(database, left),
		count: left.length,
		near: { items: near.length === 0 ? [] : await readLines(database, near), count: near.length },
		rivals: await countRivals(database, payment),
		from: window.from.toISOString(),
		to: window.to.toISOString(),
		candidateIds: left,
		others: others.length === 0 ? [] : await readLines(database, others),
	};
}

/** Reads database times; null when this database gave no permit. */
async function readAttempt(database: Database, payment: Pick<PaymentRow, "id">): Promise<AttemptTimes | null> {
	const row = await database
		.selectFrom("attempt")
		.select(["permitted_at", "send_deadline"])
		.where("payment_id", "=", payment.id)
		.executeTakeFirst();
	return row ?? null;
}

function ofSameFacts(database: Database, payment: PaymentRow) {
	return database
		.selectFrom("payment")
		.where("id", "<>", payment.id)
		.where("environment", "=", payment.environment)
		.where("kind", "=", payment.kind)
		.where("amount", "=", countedAmount(payment))
		.where("currency", "=", payment.currency);
}

async function readLines(database: Database, ids: readonly string[]): Promise<Line[]> {
	const rows = await database
		.selectFrom("movement")
		.select(["id", "type", "amount", "fee", "created_at"])
		.where(sql<boolean>`id = any(${ids}::bigint[])`)
		.orderBy("created_at")
		.orderBy("id")
		.limit(SHOWN)
		.execute();
	return rows.map(({ created_at: at, ...row }) => ({ ...row, createdAt: at.toISOString() }));
}

/**
 * Counts payments of the same kind and amount with an open outcome whose window overlaps this one's, including those of a lost database.
 */
async function countRivals(database: Database, payment: PaymentRow): Promise<number> {
	// The other windows use program time, so this payment's window does here too.
	const { from, to } = evidenceWindowOf(payment, null);
	const length = +to - +from;
	const [earliest, latest] = [new Date(+from - length), new Date(+to + length)];
	const { rivals } = await ofSameFacts(database, payment)
		.select(sql<number>`count(*)::integer`.as("rivals"))
		.where("state", "in", OUTSTANDING_STATES)
		.where((of) =>
			of.or([
				of.and([of("sent_at", ">", earliest), of("sent_at", "<", latest)]),
				// A payment without a permit in this database may have left between its creation and the acknowledgement of the mismatch.
				of.and([of("sent_at", "is", null), of("created_at", "<", to), of("may_have_left_until", ">", from)]),
			]),
		)
		.executeTakeFirstOrThrow();
	const lost = await findForgotten(database, payment, { amount: countedAmount(payment) });
	const isRival = ({ id, isOpen, sentAt }: ForgottenPayment) =>
		id !== payment.id && isOpen && sentAt > earliest && sentAt < latest;
	return rivals + lost.filter(isRival).length;
}
