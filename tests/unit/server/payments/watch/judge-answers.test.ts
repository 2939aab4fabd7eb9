import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canMove, contradictions, type PaymentState, stateFromAnswer, transactionTypeOf } from "#lib/payment-state.ts";
import type { Move } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { judgeAnswers } from "#server/payments/watch/record-check.ts";
import type { ServiceAnswers } from "#server/payments/watch/service-answers.ts";

const AT = new Date("2026-03-10T10:00:00.000Z");
const SENT = new Date("2026-03-10T09:00:00.000Z");
const WINDOW_MS = 600_000;

const WATCHED = ["pending", "unknown", "may_have_left", "succeeded", "failed", "needs_review"] as const;
const FINAL = ["succeeded", "failed", "needs_review"];

const anyAnswer = fc.record({
	reference: fc.constant("TX-1"),
	transactionType: fc.constantFrom("withdrawal", "deposit", "transfer"),
	amount: fc.constantFrom("5000.00", "5000.0", "50.00"),
	currency: fc.constantFrom("XOF", "XAF"),
	status: fc.constantFrom("success", "pending", "failed", "SUCCESS", "success ", "reversed", "paid"),
});
const anyTime = fc.integer({ min: -3, max: 3 }).map((hours) => new Date(SENT.getTime() + hours * 3_600_000));
const anyAnswers: fc.Arbitrary<ServiceAnswers> = fc.record({
	answer: anyAnswer,
	detail: fc.option(anyAnswer),
	createdAt: fc.option(anyTime),
	processedAt: fc.option(anyTime),
	failureReason: fc.constantFrom(null, "invalid operator"),
});
const anyPayment = fc
	.record({
		state: fc.constantFrom(...WATCHED),
		kind: fc.constantFrom("payout" as const, "deposit" as const),
		reference: fc.constantFrom(null, "TX-1"),
		late: fc.boolean(),
		service_status: fc.constantFrom(null, "pending", "success"),
	})
	.map((drawn) => payment(drawn));
const anyListed = fc.subarray(["failed", "reversed", "pending"]).map((statuses) => new Set(statuses));

function payment(some: Partial<PaymentRow>): PaymentRow {
	const asked = { kind: "payout", amount: "5000.00", currency: "XOF", state: "pending", reference: "TX-1" } as const;
	const times = { sent_at: SENT, payer_deadline: new Date(SENT.getTime() + WINDOW_MS) };
	return { ...asked, ...times, late: false, service_status: null, ...some } as PaymentRow;
}

/** The service's answers for the facts that were requested. */
function saying(
	status: string,
	{ kind = "payout", ...some }: Partial<ServiceAnswers> & { kind?: PaymentRow["kind"] } = {},
) {
	const answer = {
		reference: "TX-1",
		transactionType: transactionTypeOf(kind),
		amount: "5000.00",
		currency: "XOF",
		status,
	};
	return {
		answer,
		detail: null,
		createdAt: null,
		processedAt: null,
		failureReason: null,
		...some,
	} satisfies ServiceAnswers;
}

/** Judges every drawn case; the resulting state is the move's, or the previous one. */
function forEveryReading(claim: (look: Look) => void): void {
	fc.assert(
		fc.property(anyPayment, anyAnswers, anyListed, (before, answers, listed) => {
			const judgement = judgeAnswers(before, answers, listed, AT);
			claim({ before, answers: answers, listed, judgement, state: judgement.move?.to ?? before.state });
		}),
		{ numRuns: 2_000 },
	);
}

interface Look {
	before: PaymentRow;
	answers: ServiceAnswers;
	listed: ReadonlySet<string>;
	judgement: ReturnType<typeof judgeAnswers>;
	state: PaymentState;
}

function differs({ before, answers: { answer, detail } }: Look): boolean {
	return [answer, ...(detail ? [detail] : [])].some((each) => contradictions(before, each).length > 0);
}

describe("whatever the endpoints say", () => {
	test("it moves a payment only as the table allows, or not at all, and never both moves it and lets it stay", () => {
		forEveryReading(({ before, judgement, state }) => {
			if (judgement.move) expect(canMove(before.state, state), `${before.state} → ${state}`).toBe(true);
			expect(judgement.move !== null && judgement.happening !== null).toBe(false);
		});
	});

	test("an open payment is paid only when each of them says exactly success, of exactly what was asked for", () => {
		forEveryReading((look) => {
			const { before, answers, state } = look;
			if (FINAL.includes(before.state)) return;
			const areAllSuccess = [answers.answer, answers.detail].every(
				(each) => each === null || each.status === "success",
			);
			expect(state === "succeeded").toBe(areAllSuccess && !differs(look));
		});
	});

	test("an open payment fails only when each of them says a word that an admin has listed", () => {
		forEveryReading((look) => {
			const { before, answers, listed, state } = look;
			if (FINAL.includes(before.state)) return;
			const areAllListed = [answers.answer, answers.detail].every(
				(each) => each === null || isFailure(each.status, listed),
			);
			expect(state === "failed").toBe(areAllListed && !differs(look));
		});
	});

	test("of two that disagree about an open payment, neither makes it final", () => {
		forEveryReading((look) => {
			const { before, answers, listed, state } = look;
			if (FINAL.includes(before.state) || answers.detail === null || differs(look)) return;
			const [one, other] = [answers.answer, answers.detail].map((each) =>
				stateFromAnswer(before.state, before, each, listed),
			);
			if (one !== other) expect(state).toBe("pending");
		});
	});

	test("other facts than those asked for go to people, from every state, and what differs is told", () => {
		forEveryReading((look) => {
			if (!differs(look)) return;
			expect(look.state).toBe("needs_review");
			const { before, answers, judgement } = look;
			if (!judgement.move) return;
			const found = [answers.answer, ...(answers.detail ? [answers.detail] : [])].flatMap((each) =>
				contradictions(before, each),
			);
			const { event, details } = judgement.move as Move & { details: { differing: string[] } };
			expect(event).toBe("contradiction");
			expect(new Set(details.differing)).toEqual(new Set(found));
			expect(details.differing).toHaveLength(new Set(found).size);
		});
	});

	test("what was final stays as it is, or goes to people; what is theirs already stays theirs", () => {
		forEveryReading(({ before, state }) => {
			if (FINAL.includes(before.state)) expect([before.state, "needs_review"]).toContain(state);
		});
	});

	test("a reference is taken over only where there was none, and not with a contradiction", () => {
		forEveryReading(({ before, answers, judgement, state }) => {
			if (!judgement.move) return;
			const isTaken = before.reference === null && state !== "needs_review";
			expect(judgement.move.set?.reference).toBe(isTaken ? answers.answer.reference : undefined);
		});
	});

	test("the words are kept as they came: of two, the one that contradicts what was asked for", () => {
		forEveryReading(({ before, answers, judgement }) => {
			if (!judgement.move) return;
			const { answer, detail } = answers;
			const kept = contradictions(before, answer).length === 0 && detail && contradictions(before, detail).length > 0;
			const { amount, currency } = kept ? detail : answer;
			expect(judgement.move.set).toMatchObject({ service_amount: amount, service_currency: currency });
			expect(judgement.move.set).toMatchObject({
				service_status: answer.status,
				failure_reason: answers.failureReason,
			});
		});
	});

	test("only a deposit is called late, and once late it stays late", () => {
		forEveryReading(({ before, judgement }) => {
			if (!judgement.move) return;
			if (before.late) expect(judgement.move.set?.late).toBe(true);
			else if (before.kind === "payout") expect(judgement.move.set?.late).toBe(false);
		});
	});
});

describe("what stays as it was", () => {
	test("is said once when the word is a new one, and not again", () => {
		const look = (service_status: string | null) =>
			judgeAnswers(payment({ service_status }), saying("paid"), new Set(), AT);
		expect(look("pending").happening).toEqual({
			event: "status_changed",
			by: "service",
			details: { reference: null, status: "paid" },
		});
		expect(look("paid")).toEqual({ move: null, happening: null });
	});

	test("says both words where they disagree", () => {
		const answers = saying("success", { detail: { ...saying("success").answer, status: "reversed" } });
		const { happening } = judgeAnswers(payment({ service_status: "pending" }), answers, new Set(), AT);
		expect(happening).toEqual({
			event: "statuses_disagree",
			by: "service",
			details: { statuses: ["success", "reversed"] },
		});
	});
});

describe("the event says how it came to the state", () => {
	test.each([
		[{ state: "unknown", reference: null }, "pending", "hint_confirmed"],
		[{ state: "unknown", reference: "TX-1" }, "pending", "status_changed"],
		[{ state: "pending" }, "success", "succeeded"],
		[{ state: "pending" }, "failed", "failed"],
		[{ state: "succeeded" }, "failed", "final_status_changed"],
		[{ state: "failed" }, "success", "final_status_changed"],
	] as const)("%o that hears %s: %s", (before, status, event) => {
		expect(judgeAnswers(payment(before), saying(status), new Set(["failed"]), AT).move?.event).toBe(event);
	});

	test("the time of processing is the service's own, or none", () => {
		const processedAt = new Date("2026-03-10T09:03:00.000Z");
		const at = (answers: ServiceAnswers, state: PaymentState = "pending") =>
			judgeAnswers(payment({ state }), answers, new Set(), AT).move?.set?.processed_at;
		expect(at(saying("success", { processedAt }))).toEqual(processedAt);
		expect(at(saying("success"))).toBeNull();
		expect(at(saying("pending"), "unknown")).toBeNull();
	});
});

describe("a payer who took longer than the window", () => {
	const took = (ms: number, kind: PaymentRow["kind"] = "deposit") => {
		const createdAt = new Date("2026-03-09T03:00:00.000Z");
		const answers = saying("success", { kind, createdAt, processedAt: new Date(createdAt.getTime() + ms) });
		return judgeAnswers(payment({ kind }), answers, new Set(), AT).move;
	};

	test("is late by the service's own two times, whatever its clock is to ours", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 3 * WINDOW_MS }), (ms) => {
				expect(took(ms)?.event).toBe(ms > WINDOW_MS ? "succeeded_late" : "succeeded");
				expect(took(ms)?.set?.late).toBe(ms > WINDOW_MS);
			}),
		);
		expect(took(WINDOW_MS)?.set?.late).toBe(false);
		expect(took(WINDOW_MS + 1)?.set?.late).toBe(true);
	});

	test("without the service's times it is as late as we hear of it", () => {
		const heard = (ms: number) =>
			judgeAnswers(
				payment({ kind: "deposit" }),
				saying("success", { kind: "deposit" }),
				new Set(),
				new Date(SENT.getTime() + ms),
			);
		expect(heard(WINDOW_MS).move?.event).toBe("succeeded");
		expect(heard(WINDOW_MS + 1).move?.event).toBe("succeeded_late");
	});
});

/** Reads the status as an admin's list does, which can contain neither `success` nor an open status. */
function isFailure(status: string, listed: ReadonlySet<string>): boolean {
	return stateFromAnswer("pending", payment({}), { ...saying(status).answer }, listed) === "failed";
}
