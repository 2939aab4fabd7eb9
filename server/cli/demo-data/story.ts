/** A payment of the past as a row of steps. Pure: from it follow the payment's row, its attempt, its events and its audit. */
import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import { DEFAULT_OPERATORS } from "#lib/operators.ts";
import { isFinal, type PaymentState } from "#lib/payment-state.ts";
import { idOf } from "#server/cli/demo-data/chance.ts";
import type { DemoPeople } from "#server/cli/demo-data/demo-members.ts";
import { maskNumber } from "#server/log.ts";
import type { Happening } from "#server/payments/move-payment.ts";
import { recordedFacts } from "#server/payments/recorded-facts.ts";
import { factsDigest, requestDigest } from "#server/payments/rules/facts.ts";
import { TIMING } from "#server/payments/timing.ts";
import type { AuditFact } from "#server/store/audit-log.ts";
import type { PaymentEventTable } from "#server/store/payment-event-table.ts";
import type { DecisionTable } from "#server/store/said-tables.ts";
import type { AttemptTable, PaymentTable } from "#server/store/tables.ts";

export interface StoryFacts {
	/** Makes the ids; the same seed, the same payment. */
	seed: string;
	kind: "deposit" | "payout";
	amount: string;
	currency: string;
	operator: string;
	operatorName: string;
	country: string;
	phoneNumber: string;
	flow: "payment_url" | "otp" | "ussd" | null;
	note: string | null;
	reference: string | null;
	opaqueId: string | null;
	serviceStatus: string | null;
	/** What the service speaks of under the reference; without it, of what was asked for. */
	saidAmount?: string;
	failureReason?: string | null;
	paymentUrl: string | null;
	processedAt: Date | null;
	late: boolean;
	makerId: string;
	/** Who decided; null when nobody has yet. */
	approverId: string | null;
	/** Earlier payments of the same number and amount, and why all the same. */
	duplicate?: { of: string[]; reason: string };
}

export type Step = Happening & {
	at: Date;
	state: PaymentState;
	/** Of the attempt, when this step ends it. */
	httpStatus?: number;
};

export interface Story {
	payment: Insertable<PaymentTable> & { id: string };
	attempt: Insertable<AttemptTable> | null;
	events: Insertable<PaymentEventTable>[];
	decisions: Insertable<DecisionTable>[];
	audit: AuditFact[];
}

export function tellStory(environment: string, facts: StoryFacts, steps: readonly [Step, ...Step[]]): Story {
	const first = steps[0];
	const last = steps.at(-1) ?? first;
	const id = idOf(`${environment}:${facts.seed}`, first.at);
	const payment = paymentOf(environment, id, facts, steps, last);
	return {
		payment,
		attempt: attemptOf(environment, id, facts, steps),
		events: steps.map((step, index) => ({
			payment_id: id,
			at: step.at,
			state: step.state,
			version: index + 1,
			event: step.event,
			by_kind: typeof step.by === "object" ? "member" : step.by,
			member_id: typeof step.by === "object" ? step.by.member : null,
			note: step.note ?? null,
			details: JSON.stringify(step.details ?? {}),
		})),
		decisions: facts.kind === "payout" ? decisionsOf(id, payment.approved_facts ?? factsDigest(payment), steps) : [],
		audit: steps.map((step) => auditOf(id, facts, step)),
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
	facts: StoryFacts,
	steps: readonly Step[],
	last: Step,
): Insertable<PaymentTable> & { id: string } {
	const sentAt = steps.find((step) => step.state === "sending")?.at ?? null;
	const bound = {
		kind: facts.kind,
		amount: facts.amount,
		currency: facts.currency,
		operator: facts.operator,
		country: facts.country,
		phone_number: facts.phoneNumber,
	};
	const isApproved = steps.some((step) => step.state === "approved");
	return {
		...bound,
		id,
		state: last.state,
		version: steps.length,
		environment,
		operator_name: facts.operatorName,
		flow: facts.kind === "deposit" ? facts.flow : null,
		note: facts.note,
		metadata: facts.kind === "payout" && facts.note ? JSON.stringify({ note: facts.note }) : null,
		idempotency_key: createHash("sha256").update(id).digest("hex").slice(0, 32),
		request_digest: requestDigest(facts.kind, { ...bound, note: facts.note }),
		maker_id: facts.makerId,
		approver_id: isApproved ? facts.approverId : null,
		duplicate_of: facts.duplicate ? JSON.stringify(facts.duplicate.of) : null,
		duplicate_reason: facts.duplicate?.reason ?? null,
		approved_facts: isApproved ? factsDigest(bound) : null,
		reference: facts.reference,
		opaque_id: facts.opaqueId ?? id,
		service_status: facts.serviceStatus,
		failure_reason: facts.failureReason ?? null,
		said_amount: facts.serviceStatus === null ? null : (facts.saidAmount ?? facts.amount),
		said_currency: facts.serviceStatus === null ? null : facts.currency,
		payment_url: facts.paymentUrl,
		failure_cause: last.details && "cause" in last.details ? last.details.cause : null,
		late: facts.late,
		created_at: steps[0]?.at ?? last.at,
		sent_at: sentAt,
		processed_at: facts.processedAt,
		send_deadline: sentAt && new Date(sentAt.getTime() + TIMING.permitMs),
		payer_deadline: payerDeadline(facts, steps, sentAt),
		last_checked_at: sentAt ? last.at : null,
		// Overdue: the worker looks at once when it comes.
		next_check_at: last.state === "pending" ? last.at : null,
		final_at: isFinal(last.state) ? last.at : null,
	};
}

/** Who agreed, to exactly these facts. */
function decisionsOf(id: string, facts: string, steps: readonly Step[]): Insertable<DecisionTable>[] {
	return steps.flatMap(({ event, by, at }, index) =>
		(event === "approved" || event === "approved_in_part") && typeof by === "object"
			? [{ payment_id: id, payment_version: index, member_id: by.member, verdict: "approve" as const, facts, at }]
			: [],
	);
}

function payerDeadline(facts: StoryFacts, steps: readonly Step[], sentAt: Date | null): Date | null {
	const wasOpen = facts.kind === "deposit" && steps.some((step) => step.state === "pending");
	return wasOpen && sentAt ? new Date(sentAt.getTime() + operatorWindowMs(facts.operator)) : null;
}

function attemptOf(
	environment: string,
	id: string,
	facts: StoryFacts,
	steps: readonly Step[],
): Insertable<AttemptTable> | null {
	const index = steps.findIndex((step) => step.state === "sending");
	const permit = steps[index];
	const end = steps[index + 1];
	if (!permit || !end) return null;
	return {
		id: idOf(`${environment}:attempt:${facts.seed}`, permit.at),
		payment_id: id,
		worker_id: "worker-of-the-past",
		permitted_at: permit.at,
		send_deadline: new Date(permit.at.getTime() + TIMING.permitMs),
		answered_at: end.at,
		outcome: end.state,
		http_status: end.httpStatus ?? null,
	};
}

function auditOf(id: string, facts: StoryFacts, step: Step): AuditFact {
	return {
		at: step.at,
		memberId: typeof step.by === "object" ? step.by.member : null,
		action: `payment.${step.event}`,
		subjectKind: "payment",
		subjectId: id,
		details: {
			kind: facts.kind,
			state: step.state,
			amount: facts.amount,
			currency: facts.currency,
			operator: facts.operator,
			number: maskNumber(facts.phoneNumber),
			...(facts.reference && step.by === "service" ? { reference: facts.reference } : {}),
			...(step.note ? { note: step.note } : {}),
			...recordedFacts(step.details ?? {}),
		},
	};
}
