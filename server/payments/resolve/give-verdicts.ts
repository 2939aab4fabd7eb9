import { sql } from "kysely";
import type { Evidence } from "#lib/contracts/evidence.ts";
import {
	amountFault,
	type ListAnswer,
	type ListVerdict,
	listVerdictSchema,
	type Payment,
	type VerdictInput,
	verdictSchema,
} from "#lib/contracts/payment.ts";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import type { StepUpSubject } from "#lib/contracts/second-factor.ts";
import { minorOf } from "#lib/money.ts";
import { isInDoubt, type PaymentKind } from "#lib/payment-state.ts";
import { requireActiveApprover } from "#server/access/recheck-permission.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { lockPayments, movePayments, recordPaymentEvents } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { giveRoomBack } from "#server/payment-records/waiting-payouts.ts";
import { answerOf, partitionByError } from "#server/payments/partition-by-error.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { collectEvidence, evidenceDigest } from "#server/payments/resolve/collect-evidence.ts";
import { type CountedVerdict, readResolvable, readVerdicts } from "#server/payments/resolve/verdicts.ts";
import { actionDigest, digest } from "#server/payments/rules/digests.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type AskedVerdict = VerdictInput & { kind: PaymentKind; id: string };

/** A locked payment on which this member may give the verdict now. */
interface Resolvable {
	row: PaymentRow;
	amount: string;
	evidence: Evidence;
	earlier: readonly CountedVerdict[];
}

/**
 * Gives one verdict on payouts in doubt whose evidence is the one that the person saw; `total`, typed by the person, is the sum of
 * their amounts. A refused payout is named and stays as it is. Throws forbidden, invalid_input (`fields.total`), too_new_to_decide,
 * step_up_needed.
 */
export async function giveVerdicts(context: Context, input: ListVerdict): Promise<ListAnswer> {
	const { payouts, total, ...verdict } = parseInput(listVerdictSchema, input);
	const sum = payouts.reduce((minor, { amount }) => minor + minorOf(amount), 0n);
	if (sum !== minorOf(total))
		throw new AppError("invalid_input", "another total was typed", { fields: { total: "amount_differs" } });
	const asked = payouts.map((payout): AskedVerdict => ({ ...payout, ...verdict, kind: "payout" }));
	return answerOf(asked, await giveEach(context, asked));
}

/**
 * Records a verdict on a payment whose outcome the service does not give. Two equal verdicts resolve it; two different ones block it
 * until one is withdrawn. At most one may be the maker's. Throws forbidden, not_found, stale_version, conflict (no attempt),
 * settlement_too_early, second_person_needed, settlement_disputed, evidence_differs, invalid_input (`amount`), too_new_to_decide,
 * step_up_needed.
 */
export async function giveVerdict(context: Context, input: AskedVerdict): Promise<Payment> {
	const { kind, id, ...body } = input;
	const refused = await giveEach(context, [{ ...parseInput(verdictSchema, body), kind, id }]);
	const error = refused.get(id);
	if (error) throw error;
	return readPayment(context, { kind, id });
}

/** `asked`: all with the same outcome and reason. Returns the errors by payment id. */
async function giveEach(context: Context, asked: readonly AskedVerdict[]): Promise<ReadonlyMap<string, AppError>> {
	requirePermission(context, "payout.resolve");
	const [first] = asked;
	if (!first) return new Map();
	return context.database.transaction().execute(async (trx) => {
		const known = new Map((await lockPayments(trx, asked)).map((row) => [row.id, row]));
		await requireActiveApprover(context, trx, "payout.resolve");
		const { passed, refused } = await partitionByError(asked, (one) =>
			examine(context, trx, requireUnresolved(known.get(one.id), one), one),
		);
		await writeVerdicts(context, trx, passed, first);
		return refused;
	});
}

/** Returns the locked row. Throws not_found, and stale_version (`fields.state`: the state now); without a version, any version passes. */
export function requireUnresolved(
	row: PaymentRow | undefined,
	{ kind, version }: { kind: PaymentKind; version?: number },
): PaymentRow {
	if (row?.kind !== kind) throw new AppError("not_found", `no ${kind} with this id`);
	if (isInDoubt(row.state) && (version === undefined || row.version === version)) return row;
	throw new AppError("stale_version", `the ${kind} is ${row.state} now`, { fields: { state: row.state } });
}

/** Throws the error that refuses the verdict. */
async function examine(
	{ config, member }: Context,
	trx: DatabaseTransaction,
	row: PaymentRow,
	verdict: AskedVerdict,
): Promise<Resolvable> {
	const evidence = await collectEvidence(trx, row, config.timeZone);
	const resolvableFrom = await readResolvable(trx, row);
	const earlier = await readVerdicts(trx, row);
	requireResolvableNow(resolvableFrom);
	requireOtherPerson(member.id, earlier);
	if (evidenceDigest(evidence) !== verdict.evidence)
		throw new AppError("evidence_differs", "its evidence says something else");
	const amount = requireAmount(row, verdict, evidence);
	return { row, amount, evidence, earlier };
}

/**
 * The amount must be typed, so that the member has looked at it. An amount other than the requested one must come from the
 * service or a wallet movement.
 */
function requireAmount(payment: PaymentRow, { amount, outcome }: VerdictInput, { comparison }: Evidence): string {
	const may = outcome === "paid_other" ? comparison.payable : [payment.amount];
	if (may.includes(amount)) return amount;
	throw new AppError("invalid_input", "another amount was typed", { fields: { amount: amountFault(outcome) } });
}

function requireResolvableNow(resolvableFrom: Awaited<ReturnType<typeof readResolvable>>): void {
	if (resolvableFrom === null) throw new AppError("conflict", "a payment without an attempt has no outcome to resolve");
	if (resolvableFrom.waitSeconds === 0) return;
	const retryAfterSeconds = resolvableFrom.waitSeconds;
	throw new AppError("settlement_too_early", `may be resolved in ${retryAfterSeconds} s`, { retryAfterSeconds });
}

function requireOtherPerson(member: string, earlier: readonly CountedVerdict[]): void {
	if (earlier.some((verdict) => verdict.member.id === member))
		throw new AppError("second_person_needed", "the same person has already given a verdict");
	if (earlier.length > 1) throw new AppError("settlement_disputed", "two people disagree; one of them must withdraw");
}

async function writeVerdicts(
	context: Context,
	trx: DatabaseTransaction,
	resolvable: readonly Resolvable[],
	{ outcome, reason: note }: Pick<VerdictInput, "outcome" | "reason">,
): Promise<void> {
	if (resolvable.length === 0) return;
	const at = context.clock.now();
	const member = context.member.id;
	const by = { member };
	await withdrawLapsed(trx, at, resolvable, member);
	await requireResolutionProof(
		context,
		trx,
		resolvable.map(({ row, amount }) => ({ payment: row, verdict: { outcome, amount } })),
	);
	await trx
		.insertInto("resolution")
		.values(
			resolvable.map(({ row, amount, evidence }) => ({
				...{ payment_id: row.id, payment_version: row.version, member_id: member },
				...{ outcome, amount, reason: note, evidence: JSON.stringify(evidence), at },
			})),
		)
		.execute();
	const isOther = outcome === "paid_other";
	const judged = resolvable.map((each) => {
		const { row: payment, amount, evidence } = each;
		const first = firstWhoAgrees(each, outcome);
		const content = first === null ? verdictContent(outcome, amount) : resolvedContent(outcome, first, amount);
		const happening = { ...content, by, note, recorded: { evidence: digest(evidence) } };
		return { payment, own: isOther ? { paid_amount: amount } : {}, happening, isAgreed: first !== null };
	});
	const agreed = judged.filter(({ isAgreed }) => isAgreed);
	const others = judged.filter(({ isAgreed }) => !isAgreed);
	await recordPaymentEvents(trx, at, others);
	const set = { failure_cause: null, next_check_at: null };
	// If an amount other than the requested one was paid, the day's limits may have room again.
	const beforeAuditTurn = isOther ? (resolved: readonly PaymentRow[]) => giveRoomBack(trx, resolved) : undefined;
	const to = outcome === "not_paid" ? "settled_not_paid" : "settled_paid";
	const moved = await movePayments(trx, at, agreed, { to, set, beforeAuditTurn });
	if (moved.length < agreed.length) throw new Error("locked payments can be moved");
	// The next sync of a quiet wallet may be an hour away, but the verdicts already change which line belongs to which payment.
	for (const currency of new Set(moved.map((row) => row.currency))) await queueReconciliation(trx, currency);
}

function firstWhoAgrees({ earlier, amount }: Resolvable, outcome: VerdictInput["outcome"]): string | null {
	// guard: two-people-settle
	const [first] = earlier;
	return first?.outcome === outcome && first.amount === amount ? first.member.name : null;
}

function verdictContent(outcome: VerdictInput["outcome"], paid: string): EventContent {
	return outcome === "paid_other" ? { event: "said_paid_other", details: { paid } } : { event: `said_${outcome}` };
}

function resolvedContent(outcome: VerdictInput["outcome"], first: string, paid: string): EventContent {
	return outcome === "paid_other"
		? { event: "settled_paid_other", details: { first, paid } }
		: { event: `settled_${outcome}`, details: { first } };
}

/** An earlier verdict of the member can only be one that no longer counts; the new one replaces it. */
async function withdrawLapsed(
	trx: DatabaseTransaction,
	at: Date,
	resolvable: readonly Resolvable[],
	member: string,
): Promise<void> {
	await trx
		.updateTable("resolution")
		.set({ withdrawn_at: at })
		.where(
			"payment_id",
			"in",
			resolvable.map(({ row }) => row.id),
		)
		.where(sql<boolean>`payment_version = (select version from payment where payment.id = payment_id)`)
		.where("member_id", "=", member)
		.where("withdrawn_at", "is", null)
		.execute();
}

/**
 * Requires and spends a fresh proof, bound to this version of each payment and its verdict. Call it in the transaction that writes
 * the verdicts. Throws `step_up_needed`.
 */
export async function requireResolutionProof(
	context: Context,
	trx: DatabaseTransaction,
	resolved: readonly { payment: PaymentRow; verdict: Pick<StepUpSubject, "outcome" | "amount" | "reference"> }[],
): Promise<void> {
	const subjects = resolved.map(({ payment: { kind, id, version }, verdict }) => ({ kind, id, version, ...verdict }));
	const digests = resolved.map(({ payment, verdict }) =>
		actionDigest("settle", payment, { version: payment.version, ...verdict }),
	);
	await context.presence.spend(trx, { purpose: "settle", subjects }, digests);
}
