/** Builds the payments behind the sandbox's past transactions: who requested and approved them, when they left, the answer. Pure. */
import { draw, pick } from "#server/cli/demo-data/chance.ts";
import type { DemoPeople } from "#server/cli/demo-data/demo-members.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import {
	buildStory,
	decidedBy,
	operatorWindowMs,
	type Step,
	type Story,
	type StoryPayment,
} from "#server/cli/demo-data/story.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
export const FINAL_FAILURES = ["failed", "expired"];
// The percentage of transactions that were not started at the desk. The desk knows these as lines and imported transactions.
const ELSEWHERE_PERCENT = 8;

export interface StoryContext {
	environment: string;
	people: DemoPeople;
	/** `http://localhost:<port>` of the sandbox, for links of payments that still wait. */
	sandboxOrigin: string;
}

/** Returns false for a pending transaction: a pending payout has lowered the balance without a line, so its payment must explain that. */
export function isFromElsewhere(transaction: PastTransaction): boolean {
	if (transaction.status === "pending") return false;
	return draw(`elsewhere:${transaction.reference}`, 100) < ELSEWHERE_PERCENT;
}

export function makePast(context: StoryContext, transaction: PastTransaction): Story {
	const payment = storyPayment(context, transaction);
	const steps: [Step, ...Step[]] = [...beforeSending(transaction, payment), ...afterSending(transaction, payment)];
	return buildStory(context.environment, payment, steps);
}

export function storyPayment({ people, sandboxOrigin }: StoryContext, transaction: PastTransaction): StoryPayment {
	const { reference, kind, amount, currency, operator, operator_name, country, phone_number, status } = transaction;
	const maker_id = draw(`maker:${reference}`, 8) === 0 ? people.admin : people.maker;
	const approver_id =
		maker_id === people.admin || draw(`approver:${reference}`, 5) > 0 ? people.approver : decidedBy(people, maker_id);
	const waits = status === "pending" && transaction.flow === "payment_url";
	const { note } = Object(transaction.metadata) as { note?: string };
	return {
		...{ kind, amount, currency, operator, operator_name, country, phone_number, flow: transaction.flow, maker_id },
		seed: reference,
		note: note ?? (kind === "deposit" ? depositNote(reference) : payoutNote(reference)),
		reference,
		opaque_id: transaction.opaque_id,
		service_status: status,
		failure_reason: transaction.reason,
		payment_url: waits ? `${sandboxOrigin}/pay/${reference}` : null,
		processed_at: transaction.processed_at,
		late: isLate(transaction),
		approver_id: kind === "payout" ? approver_id : null,
	};
}

/** Returns the steps up to the permit to send, which is just before the service received the request. */
export function beforeSending(transaction: PastTransaction, payment: StoryPayment): [Step, ...Step[]] {
	const sentAt = before(transaction.created_at, 40);
	const sending: Step = { at: sentAt, state: "sending", event: "sending", by: "cauri" };
	if (payment.kind === "deposit" || !payment.approver_id)
		return [{ at: before(sentAt, 90), state: "approved", event: "started", by: { member: payment.maker_id } }, sending];
	const decidedAt = before(sentAt, 60);
	const waited = (3 + draw(`waited:${payment.seed}`, 90)) * MINUTE;
	return [
		{ at: before(decidedAt, waited), state: "awaiting_approval", event: "requested", by: { member: payment.maker_id } },
		{ at: decidedAt, state: "approved", event: "approved", by: { member: payment.approver_id } },
		sending,
	];
}

function afterSending(transaction: PastTransaction, payment: StoryPayment): Step[] {
	const answeredAt = after(transaction.created_at, 120);
	const { processed_at, reference, status } = transaction;
	const byService = { by: "service", httpStatus: 201 } as const;
	// The first answer already reports a payout that is paid at once.
	if (
		payment.kind === "payout" &&
		status === "success" &&
		processed_at &&
		+processed_at - +transaction.created_at < SECOND
	)
		return [{ at: answeredAt, state: "succeeded", event: "succeeded", details: { reference, status }, ...byService }];
	const first = { reference, status: "pending" };
	const accepted: Step = { at: answeredAt, state: "pending", event: "accepted", details: first, ...byService };
	if (!processed_at || status === "pending") return [accepted];
	const noticedAt = after(processed_at, (1 + draw(`seen:${payment.seed}`, 8)) * SECOND);
	const seenAt = new Date(Math.max(+noticedAt, +after(answeredAt, SECOND)));
	const seen = { at: seenAt, by: "service", details: { reference: null, status } } as const;
	if (status === "success")
		return [accepted, { ...seen, state: "succeeded", event: payment.late ? "succeeded_late" : "succeeded" }];
	if (FINAL_FAILURES.includes(status)) return [accepted, { ...seen, state: "failed", event: "failed" }];
	return [accepted, { ...seen, state: "pending", event: "status_changed" }];
}

function isLate({ kind, status, operator, created_at, processed_at }: PastTransaction): boolean {
	if (kind !== "deposit" || status !== "success" || !processed_at) return false;
	return +processed_at - +created_at > operatorWindowMs(operator);
}

export function before(at: Date, ms: number): Date {
	return new Date(+at - ms);
}

export function after(at: Date, ms: number): Date {
	return new Date(+at + ms);
}

function depositNote(seed: string): string | null {
	if (draw(`has-note:${seed}`, 3) === 0) return null;
	const number = 1_000 + draw(`number:${seed}`, 4_000);
	return pick(`deposit-note:${seed}`, [
		`Commande ${number}`,
		`Facture ${number}`,
		`Ticket caisse ${number}`,
		`Livraison ${number}`,
		`Acompte commande ${number}`,
	]);
}

function payoutNote(seed: string): string {
	const number = 200 + draw(`number:${seed}`, 700);
	return pick(`payout-note:${seed}`, [
		`Facture fournisseur ${number}`,
		`Remboursement commande ${number}`,
		"Salaire",
		"Avance sur salaire",
		"Transport et livraison",
		"Location de la boutique",
		`Commission agent ${number}`,
	]);
}
