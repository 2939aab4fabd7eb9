import { type AnswerWallet, answerWalletSchema, type WalletFinding } from "#lib/contracts/wallet-witness.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { WitnessAnswer } from "#lib/wallet-answers.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { deleteGap, type Gap } from "#server/continuity/continuity-gap.ts";
import { readKeptHearing, seenOf } from "#server/continuity/kept-hearing.ts";
import { takeWalletDoubt, wakeWaiting } from "#server/continuity/wallet-doubt.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { recordHappening } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { markMayHaveLeft } from "#server/payments/stop/stop-waiting.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/**
 * An admin says of each held payout what the wallet shows of it, and what was not held goes on. What is said to have left, or shall
 * not be sent, may have left: two people settle it. Throws forbidden, invalid_input, not_found, stale_version (the finding changed).
 */
export async function answerWallet(context: Context, input: AnswerWallet): Promise<Record<WitnessAnswer, number>> {
	demand(context, "settings.manage");
	const answer = parseInput(answerWalletSchema, input);
	const said = new Map(answer.answers.map((one) => [one.paymentId, one.answer]));
	return context.database.transaction().execute(async (trx) => {
		const held = await lockHeld(trx, await readGap(context, trx, answer.currency));
		await awaitAuditTurn(trx);
		const gap = await readGap(context, trx, answer.currency);
		demandSame(gap, held, answer, said);
		if (!(await deleteGap(trx, gap))) throw stale();
		const count = { release: 0, expire: 0, left: 0 };
		for (const payment of held) {
			const kind = said.get(payment.id) ?? "expire";
			await keepAnswer(context, trx, payment, { answer: kind, reason: answer.reason });
			count[kind] += 1;
		}
		await goOn(context, trx, gap, { answer, count });
		return count;
	});
}

async function readGap({ config }: Context, trx: DatabaseTransaction, currency: string): Promise<Gap> {
	const gap = await trx
		.selectFrom("continuity_gap")
		.selectAll()
		.where("environment", "=", config.environment)
		.where("currency", "=", currency)
		.executeTakeFirst();
	if (!gap) throw new AppError("not_found", "this wallet is not waited for");
	return gap;
}

/** Rows of payments are locked before the audit's turn. */
async function lockHeld(trx: DatabaseTransaction, gap: Gap): Promise<PaymentRow[]> {
	const ids = gap.finding?.held.map(({ paymentId }) => paymentId) ?? [];
	if (ids.length === 0) return [];
	return trx
		.selectFrom("payment")
		.selectAll()
		.where("id", "in", ids)
		.where("state", "in", WAITING_STATES)
		.orderBy("created_at")
		.orderBy("id")
		.forUpdate()
		.execute();
}

/** Who answers has seen this sum and these payouts, and has a word for each. */
function demandSame(
	gap: Gap,
	held: PaymentRow[],
	answer: AnswerWallet,
	said: ReadonlyMap<string, WitnessAnswer>,
): void {
	const finding = readKeptHearing(gap.finding);
	const ids = new Set(finding?.held.map(({ paymentId }) => paymentId));
	const isSame = (finding && seenOf(finding)) === answer.seen && held.every(({ id }) => ids.has(id));
	if (!isSame || held.length !== said.size || !held.every(({ id }) => said.has(id))) throw stale();
}

function stale(): AppError {
	return new AppError("stale_version", "the wallet shows something else now");
}

async function keepAnswer(
	context: Context,
	trx: DatabaseTransaction,
	payment: PaymentRow,
	{ answer, reason }: { answer: WitnessAnswer; reason: string },
): Promise<void> {
	const at = context.clock.now();
	const said = { by: { member: context.member.id }, note: reason };
	if (answer === "release") return recordHappening(trx, at, payment, { event: "said_not_left", ...said });
	const event = answer === "left" ? ("marked_as_left" as const) : ("expired_by_doubt" as const);
	const marked = await markMayHaveLeft(trx, at, payment, { event, ...said });
	if (!marked) throw stale();
}

async function goOn(
	{ clock, member }: Context,
	trx: DatabaseTransaction,
	gap: Gap,
	{ answer, count }: { answer: AnswerWallet; count: Record<WitnessAnswer, number> },
): Promise<void> {
	await recordAudit(trx, {
		at: clock.now(),
		memberId: member.id,
		action: "setting.wallet_answered",
		subjectKind: "wallet",
		subjectId: gap.currency,
		details: {
			reason: answer.reason,
			unexplained: recordedSum(readKeptHearing(gap.finding)),
			...Object.fromEntries(Object.entries(count).map(([word, number]) => [word, String(number)])),
		},
	});
	await takeWalletDoubt(trx);
	if (gap.finding) await acknowledge(trx, gap.finding);
	await wakeWaiting(trx, gap);
	await tellChange(trx, { topic: "status", id: null });
}

function recordedSum(finding: WalletFinding | null): string {
	return finding ? (finding.unexplained ?? "not_known") : "unread";
}

/** The next proof begins here: what was answered for does not hold again. */
async function acknowledge(trx: DatabaseTransaction, { lookId, lineId }: NonNullable<Gap["finding"]>): Promise<void> {
	for (const [column, id] of [
		["look_id", lookId],
		["movement_id", lineId],
	] as const)
		await trx
			.updateTable("worker")
			.set({ [column]: id })
			.where((of) => of.or([of(column, "<", id), of(column, "is", null)]))
			.execute();
}
