/** A past payment as a list of steps, which yield its row, attempt, events and audit entries. Pure. */

import { createHash } from "node:crypto";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { isFinal, type PaymentState } from "#lib/payment-state.ts";
import { idOf } from "#server/cli/demo-data/chance.ts";
import type { DemoPeople } from "#server/cli/demo-data/demo-members.ts";
import { auditEntry, eventRow, type NewPaymentEvent } from "#server/payment-records/move-payment.ts";
import { TIMING } from "#server/payment-records/send-timing.ts";
import { factsDigest, requestDigest } from "#server/payments/rules/digests.ts";
import type { NewAuditEntry } from "#server/store/audit-log.ts";
import type { NewRow } from "#server/store/sql-fragments.ts";

type Payment = NewRow<"payment">;
type OfTheSandbox = "kind" | "amount" | "currency" | "operator" | "operator_name" | "country" | "phone_number" | "flow";

export interface StoryPayment
	extends Pick<Payment, OfTheSandbox | "maker_id" | "duplicate_of" | "duplicate_reason">,
		Required<Pick<Payment, "note" | "reference" | "service_status" | "failure_reason" | "payment_url">>,
		Required<Pick<Payment, "processed_at" | "late" | "approver_id">> {
	/** The ids are derived from this text, so the same seed and time give the same payment. */
	seed: string;
	opaque_id: string | null;
	/** The amount that the service reports under the reference; absent when it is the requested one. */
	service_amount?: string;
}

export type Step = NewPaymentEvent & {
	at: Date;
	state: PaymentState;
	httpStatus?: number;
};

export interface Story {
	payment: Payment;
	attempt: NewRow<"attempt"> | null;
	events: NewRow<"payment_event">[];
	decisions: NewRow<"decision">[];
	audit: NewAuditEntry[];
}

export function buildStory(environment: string, facts: StoryPayment, steps: readonly [Step, ...Step[]]): Story {
	const first = steps[0];
	const last = steps.at(-1) ?? first;
	const id = idOf(`${environment}:${facts.seed}`, first.at);
	const payment = paymentOf(environment, id, facts, steps, last);
	return {
		payment,
		attempt: attemptOf(environment, id, facts, steps),
		events: steps.map((step, index) => eventRow({ id, state: step.state, version: index + 1 }, step.at, step)),
		decisions: facts.kind === "payout" ? decisionsOf(id, payment.approved_facts ?? factsDigest(payment), steps) : [],
		audit: steps.map((step) => {
			const reference = step.by === "service" ? facts.reference : null;
			return auditEntry({ ...facts, id, state: step.state, reference, service_status: null }, step.at, step);
		}),
	};
}

export function operatorWindowMs(code: string): number {
	return (DEFAULT_OPERATORS.find((operator) => operator.code === code)?.windowMinutes ?? 10) * 60_000;
}

export function decidedBy(people: DemoPeople, makerId: string): string {
	return makerId === people.admin ? people.approver : people.admin;
}

function paymentOf(
	environment: string,
	id: string,
	{ seed: _seed, ...facts }: StoryPayment,
	steps: readonly Step[],
	last: Step,
): Payment {
	const sentAt = steps.find((step) => step.state === "sending")?.at ?? null;
	const { kind, amount, currency, operator, country, phone_number, note } = facts;
	const bound = { kind, amount, currency, operator, country, phone_number };
	const isApproved = steps.some((step) => step.state === "approved");
	return {
		...facts,
		id,
		state: last.state,
		version: steps.length,
		environment,
		flow: kind === "deposit" ? facts.flow : null,
		metadata: kind === "payout" && note ? { note } : null,
		idempotency_key: createHash("sha256").update(id).digest("hex").slice(0, 32),
		request_digest: requestDigest(kind, { ...bound, note }),
		approver_id: isApproved ? facts.approver_id : null,
		approved_facts: isApproved ? factsDigest(bound) : null,
		opaque_id: facts.opaque_id ?? id,
		service_amount: facts.service_status === null ? null : (facts.service_amount ?? amount),
		service_currency: facts.service_status === null ? null : currency,
		failure_cause: last.details && "cause" in last.details ? last.details.cause : null,
		created_at: steps[0]?.at ?? last.at,
		sent_at: sentAt,
		send_deadline: sentAt && new Date(sentAt.getTime() + TIMING.permitMs),
		payer_deadline: payerDeadline(facts, steps, sentAt),
		last_checked_at: sentAt ? last.at : null,
		// Overdue, so that the worker checks it at once.
		next_check_at: last.state === "pending" ? last.at : null,
		final_at: isFinal(last.state) ? last.at : null,
	};
}

function decisionsOf(id: string, facts: string, steps: readonly Step[]): NewRow<"decision">[] {
	return steps.flatMap(({ event, by, at }, index) =>
		(event === "approved" || event === "approved_in_part") && typeof by === "object"
			? [{ payment_id: id, payment_version: index, member_id: by.member, verdict: "approve" as const, facts, at }]
			: [],
	);
}

function payerDeadline(
	payment: Pick<StoryPayment, "kind" | "operator">,
	steps: readonly Step[],
	sentAt: Date | null,
): Date | null {
	const wasOpen = payment.kind === "deposit" && steps.some((step) => step.state === "pending");
	return wasOpen && sentAt ? new Date(sentAt.getTime() + operatorWindowMs(payment.operator)) : null;
}

function attemptOf(
	environment: string,
	id: string,
	payment: StoryPayment,
	steps: readonly Step[],
): NewRow<"attempt"> | null {
	const index = steps.findIndex((step) => step.state === "sending");
	const permit = steps[index];
	const end = steps[index + 1];
	if (!permit || !end) return null;
	return {
		id: idOf(`${environment}:attempt:${payment.seed}`, permit.at),
		payment_id: id,
		worker_id: "worker-of-the-past",
		permitted_at: permit.at,
		send_deadline: new Date(permit.at.getTime() + TIMING.permitMs),
		answered_at: end.at,
		outcome: end.state,
		http_status: end.httpStatus ?? null,
	};
}
