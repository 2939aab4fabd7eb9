/** Payments behind the service's past transactions: maker, approver, sending time, answer. Pure. */
import { draw, pick } from "#server/cli/demo-data/chance.ts";
import type { DemoPeople } from "#server/cli/demo-data/demo-members.ts";
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
// The percentage of transactions that began elsewhere: the desk knows these only as movements and by look-up.
const ELSEWHERE_PERCENT = 8;

export interface Telling {
	environment: string;
	people: DemoPeople;
	/** `http://localhost:<port>` of the sandbox, for links of payments that still wait. */
	sandboxOrigin: string;
}

/** A pending transaction is never from elsewhere: its money leaves the balance before its line comes, and nothing would explain that. */
export function isFromElsewhere(transaction: PastTransaction): boolean {
	if (transaction.status === "pending") return false;
	return draw(`elsewhere:${transaction.reference}`, 100) < ELSEWHERE_PERCENT;
}

export function makePast(telling: Telling, transaction: PastTransaction): Story {
	const told = storyPayment(telling, transaction);
	const steps: [Step, ...Step[]] = [...beforeSending(transaction, told), ...afterSending(transaction, told)];
	return tellStory(telling.environment, told, steps);
}

export function storyPayment({ people, sandboxOrigin }: Telling, transaction: PastTransaction): StoryPayment {
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

/** Steps up to the permit, just before the service received the request. */
export function beforeSending(transaction: PastTransaction, told: StoryPayment): [Step, ...Step[]] {
	const sentAt = before(transaction.created_at, 40);
	const sending: Step = { at: sentAt, state: "sending", event: "sending", by: "cauri" };
	if (told.kind === "deposit" || !told.approver_id)
		return [{ at: before(sentAt, 90), state: "approved", event: "started", by: { member: told.maker_id } }, sending];
	const decidedAt = before(sentAt, 60);
	const waited = (3 + draw(`waited:${told.seed}`, 90)) * MINUTE;
	return [
		{ at: before(decidedAt, waited), state: "awaiting_approval", event: "requested", by: { member: told.maker_id } },
		{ at: decidedAt, state: "approved", event: "approved", by: { member: told.approver_id } },
		sending,
	];
}

function afterSending(transaction: PastTransaction, told: StoryPayment): Step[] {
	const answeredAt = after(transaction.created_at, 120);
	const { processed_at, reference, status } = transaction;
	const byService = { by: "service", httpStatus: 201 } as const;
	// The first answer already reports a payout that is paid at once.
	if (
		told.kind === "payout" &&
		status === "success" &&
		processed_at &&
		+processed_at - +transaction.created_at < SECOND
	)
		return [{ at: answeredAt, state: "succeeded", event: "succeeded", details: { reference, status }, ...byService }];
	const first = { reference, status: "pending" };
	const accepted: Step = { at: answeredAt, state: "pending", event: "accepted", details: first, ...byService };
	if (!processed_at || status === "pending") return [accepted];
	const seenAt = latest(after(processed_at, (1 + draw(`seen:${told.seed}`, 8)) * SECOND), after(answeredAt, SECOND));
	const seen = { at: seenAt, by: "service", details: { reference: null, status } } as const;
	if (status === "success")
		return [accepted, { ...seen, state: "succeeded", event: told.late ? "succeeded_late" : "succeeded" }];
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

function latest(one: Date, other: Date): Date {
	return +one > +other ? one : other;
}

/** Typical notes that a shop's staff attach to payments. */
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
