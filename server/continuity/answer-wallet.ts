import { sql } from "kysely";
import { z } from "zod";
import type { Asked } from "#lib/contracts/change-request.ts";
import { type AnswerWallet, answerWalletSchema } from "#lib/contracts/wallet-gaps.ts";
import { waitsForPermit } from "#lib/payment-state.ts";
import { HELD_PAYOUT_ANSWERS, type HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { deleteGap, type Gap } from "#server/continuity/continuity-gap.ts";
import { keepExplainedUntil } from "#server/continuity/explained-until.ts";
import { seenOf } from "#server/continuity/wallet-finding.ts";
import { AppError } from "#server/errors.ts";
import type { ChangeStep, GuardedChange } from "#server/guarded-changes/guarded-change.ts";
import { proposeChange } from "#server/guarded-changes/propose-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { lockWaiting, markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import { lockPayments, recordPaymentEvents } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";

const answersSchema = z.record(z.string(), z.enum(HELD_PAYOUT_ANSWERS));

const stateSchema = z.object({
	environment: z.string(),
	seen: z.string().nullable(),
	/** Counts of payouts by answer: not left, so they continue (`release`), left (`left`), may have left (`expire`). */
	release: z.number(),
	left: z.number(),
	expire: z.number(),
	/** True when payouts continue although the wallet could not be read. */
	unread: z.boolean(),
	/** Payment id → answer, as JSON. */
	answers: z.string(),
});
type AnswerState = z.infer<typeof stateSchema>;

export const walletAnswer: GuardedChange<AnswerState> = {
	kind: "wallet_answered",
	schema: stateSchema,
	lock: lockWaiting,
	async read(trx, { subject, after }) {
		const gap = await readGap(trx, after.environment, subject);
		const held = await lockHeld(trx, gap);
		requireSame(gap, held, after);
		const seen = gap.finding && seenOf(gap.finding);
		return { environment: after.environment, seen, release: 0, left: 0, expire: 0, unread: false };
	},
	async write(trx, { subject, before, after, note }, step, system) {
		const [was, will] = [JSON.stringify(before), JSON.stringify(after)];
		await sql`select guard_change('wallet_answered', ${subject}, ${was}::jsonb, ${will}::jsonb)`.execute(trx);
		const held = await lockHeld(trx, await readGap(trx, after.environment, subject));
		await awaitAuditTurn(trx);
		const gap = await readGap(trx, after.environment, subject);
		const answers = requireSame(gap, held, after);
		if (!(await deleteGap(trx, gap))) throw stale();
		const reason = note ?? "";
		for (const [answer, payments] of Map.groupBy(held, ({ id }) => answers.get(id) ?? "expire"))
			await keepAnswer(trx, payments, { answer, reason, at: step.at, member: step.by ?? "" });
		await continueSending(system, trx, gap, { after, reason, step });
	},
};

/**
 * Records an admin's answer for each held payout; payouts that are not held continue. A payout answered `left` or `expire` may have left:
 * two people resolve it. A `release`, or any answer for a wallet that cannot be read, needs a second admin. Throws forbidden, invalid_input,
 * not_found, stale_version (the wallet shows something else now), change_waits, too_new_to_decide.
 */
export async function answerWallet(
	context: Context,
	input: AnswerWallet,
): Promise<Record<HeldPayoutAnswer, number> | Asked> {
	const { currency, seen, answers, reason } = parseInput(answerWalletSchema, input);
	const { environment } = context.config;
	const count = { release: 0, expire: 0, left: 0 };
	for (const { answer } of answers) count[answer] += 1;
	const answersText = JSON.stringify(Object.fromEntries(answers.map(({ paymentId, answer }) => [paymentId, answer])));
	const after = { environment, seen, ...count, unread: seen === null, answers: answersText };
	const asked = await proposeChange(context, walletAnswer, () => ({ subject: currency, after, note: reason }));
	return asked ?? count;
}

async function readGap(trx: DatabaseTransaction, environment: string, currency: string): Promise<Gap> {
	return trx
		.selectFrom("continuity_gap")
		.selectAll()
		.where(ofWallet({ environment, currency }))
		.executeTakeFirstOrThrow(() => new AppError("not_found", "this wallet has no gap"));
}

async function lockHeld(trx: DatabaseTransaction, gap: Gap): Promise<PaymentRow[]> {
	const held = await lockPayments(trx, gap.finding?.held.map(({ paymentId }) => ({ id: paymentId })) ?? []);
	return held.filter(({ state }) => waitsForPermit(state));
}

/** Throws `stale_version` unless the answer is for the sum and the payouts that the wallet shows now, with one answer per payout. */
function requireSame(gap: Gap, held: PaymentRow[], answer: AnswerState): Map<string, HeldPayoutAnswer> {
	const answers = new Map(Object.entries(answersSchema.parse(JSON.parse(answer.answers))));
	const finding = gap.finding;
	const ids = new Set(finding?.held.map(({ paymentId }) => paymentId));
	// guard: answer-is-to-what-was-seen
	const isSame = (finding && seenOf(finding)) === answer.seen && held.every(({ id }) => ids.has(id));
	if (!isSame || held.length !== answers.size || !held.every(({ id }) => answers.has(id))) throw stale();
	return answers;
}

function stale(): AppError {
	return new AppError("stale_version", "the wallet shows something else now");
}

async function keepAnswer(
	trx: DatabaseTransaction,
	payments: readonly PaymentRow[],
	{ answer, reason, at, member }: { answer: HeldPayoutAnswer; reason: string; at: Date; member: string },
): Promise<void> {
	const actor = { by: { member }, note: reason };
	if (answer === "release") {
		const happening = { event: "said_not_left", ...actor } as const;
		await recordPaymentEvents(
			trx,
			at,
			payments.map((payment) => ({ payment, happening })),
		);
		return;
	}
	const event = answer === "left" ? ("marked_as_left" as const) : ("stopped_by_gap" as const);
	const marked = await markMayHaveLeft(trx, at, payments, { event, ...actor });
	if (marked.length < payments.length) throw stale();
}

async function continueSending(
	{ config }: SystemContext,
	trx: DatabaseTransaction,
	gap: Gap,
	{ after: { release, left, expire }, reason, step }: { after: AnswerState; reason: string; step: ChangeStep },
): Promise<void> {
	await recordAudit(trx, {
		at: step.at,
		memberId: step.by,
		action: "setting.wallet_answered",
		subjectKind: "wallet",
		subjectId: gap.currency,
		details: {
			...{ reason, unexplained: gap.finding ? (gap.finding.unexplained ?? "not_known") : "unread" },
			...{ release: String(release), left: String(left), expire: String(expire) },
			...(step.confirmedBy ? { confirmedBy: step.confirmedBy } : {}),
		},
	});
	await keepExplainedUntil(trx, gap, gap.finding ?? {});
	await wakePayouts(trx, gap, config.payoutLanes);
	await publishUpdate(trx, { topic: "status", id: null });
}
