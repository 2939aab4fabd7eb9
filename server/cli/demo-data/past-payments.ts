/** Payments that led to transactions of the service: who asked, who agreed, when it left, what came back. Pure. */
import { draw } from "#server/cli/demo-data/chance.ts";
import type { DemoPeople } from "#server/cli/demo-data/demo-members.ts";
import { depositNote, payoutNote } from "#server/cli/demo-data/notes.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import {
	decidedBy,
	operatorWindowMs,
	type Step,
	type Story,
	type StoryPayment,
	tellStory,
} from "#server/cli/demo-data/story.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
// Statuses that the demo's admin has listed as final failures.
export const FINAL_FAILURES = ["failed", "expired"];
// Of a hundred transactions, so many were started elsewhere: the desk knows them as movements and by look-up only.
const ELSEWHERE_PERCENT = 8;

export interface Telling {
	environment: string;
	people: DemoPeople;
	/** `http://localhost:<port>` of the sandbox, for links of payments that still wait. */
	sandboxOrigin: string;
}

export function isFromElsewhere(transaction: PastTransaction): boolean {
	return draw(`elsewhere:${transaction.reference}`, 100) < ELSEWHERE_PERCENT;
}

export function tellPast(telling: Telling, transaction: PastTransaction): Story {
	const told = storyPayment(telling, transaction);
	const steps: [Step, ...Step[]] = [...beforeSending(telling, transaction, told), ...afterSending(transaction, told)];
	return tellStory(telling.environment, told, steps);
}

export function storyPayment({ people, sandboxOrigin }: Telling, transaction: PastTransaction): StoryPayment {
	const { reference, kind } = transaction;
	const makerId = draw(`maker:${reference}`, 8) === 0 ? people.admin : people.maker;
	const approverId =
		makerId === people.admin || draw(`approver:${reference}`, 5) > 0 ? people.approver : decidedBy(people, makerId);
	const waits = transaction.status === "pending" && transaction.flow === "payment_url";
	return {
		seed: reference,
		kind,
		amount: transaction.amount,
		currency: transaction.currency,
		operator: transaction.operator,
		operatorName: transaction.operatorName,
		country: transaction.country,
		phoneNumber: transaction.phoneNumber,
		flow: transaction.flow,
		note: transaction.metadata?.note ?? (kind === "deposit" ? depositNote(reference) : payoutNote(reference)),
		reference,
		opaqueId: transaction.opaqueId,
		serviceStatus: transaction.status,
		failureReason: transaction.reason,
		paymentUrl: waits ? `${sandboxOrigin}/pay/${reference}` : null,
		processedAt: transaction.processedAt,
		late: isLate(transaction),
		makerId,
		approverId: kind === "payout" ? approverId : null,
	};
}

/** Up to the permit, just before the service saw the request. */
export function beforeSending(_telling: Telling, transaction: PastTransaction, told: StoryPayment): [Step, ...Step[]] {
	const sentAt = before(transaction.createdAt, 40);
	const sending: Step = { at: sentAt, state: "sending", event: "sending", by: "cauri" };
	if (told.kind === "deposit" || !told.approverId)
		return [{ at: before(sentAt, 90), state: "approved", event: "started", by: { member: told.makerId } }, sending];
	const decidedAt = before(sentAt, 60);
	const waited = (3 + draw(`waited:${told.seed}`, 90)) * MINUTE;
	return [
		{ at: before(decidedAt, waited), state: "awaiting_approval", event: "requested", by: { member: told.makerId } },
		{ at: decidedAt, state: "approved", event: "approved", by: { member: told.approverId } },
		sending,
	];
}

function afterSending(transaction: PastTransaction, told: StoryPayment): Step[] {
	const answeredAt = after(transaction.createdAt, 120);
	const { processedAt, reference, status } = transaction;
	const byService = { by: "service", httpStatus: 201 } as const;
	// A payout that is paid at once says so in its first answer.
	if (told.kind === "payout" && status === "success" && processedAt && +processedAt - +transaction.createdAt < SECOND)
		return [{ at: answeredAt, state: "succeeded", event: "succeeded", details: { reference, status }, ...byService }];
	const first = { reference, status: "pending" };
	const accepted: Step = { at: answeredAt, state: "pending", event: "accepted", details: first, ...byService };
	if (!processedAt || status === "pending") return [accepted];
	const seenAt = latest(after(processedAt, (1 + draw(`seen:${told.seed}`, 8)) * SECOND), after(answeredAt, SECOND));
	const seen = { at: seenAt, by: "service", details: { reference: null, status } } as const;
	if (status === "success")
		return [accepted, { ...seen, state: "succeeded", event: told.late ? "succeeded_late" : "succeeded" }];
	if (FINAL_FAILURES.includes(status)) return [accepted, { ...seen, state: "failed", event: "failed" }];
	return [accepted, { ...seen, state: "pending", event: "status_changed" }];
}

function isLate({ kind, status, operator, createdAt, processedAt }: PastTransaction): boolean {
	if (kind !== "deposit" || status !== "success" || !processedAt) return false;
	return +processedAt - +createdAt > operatorWindowMs(operator);
}

export function before(at: Date, ms: number): Date {
	return new Date(+at - ms);
}

export function after(at: Date, ms: number): Date {
	return new Date(+at + ms);
}

function latest(one: Date, other: Date): Date {
	return +one > +other ? one : other;
}
