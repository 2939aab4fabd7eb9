import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canMove, contradictions, type PaymentState, stateFromWord, transactionTypeOf } from "#lib/payment-state.ts";
import type { Move } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { judgeWords } from "#server/payments/watch/record-look.ts";
import type { ServiceWords } from "#server/payments/watch/service-words.ts";

const AT = new Date("2026-03-10T10:00:00.000Z");
const SENT = new Date("2026-03-10T09:00:00.000Z");
const WINDOW_MS = 600_000;

/** Those in which the service is asked. */
const WATCHED = ["pending", "unknown", "may_have_left", "succeeded", "failed", "needs_review"] as const;
const FINAL = ["succeeded", "failed", "needs_review"];

const anyWord = fc.record({
	reference: fc.constant("TX-1"),
	transactionType: fc.constantFrom("withdrawal", "deposit", "transfer"),
	amount: fc.constantFrom("5000.00", "5000.0", "50.00"),
	currency: fc.constantFrom("XOF", "XAF"),
	status: fc.constantFrom("success", "pending", "failed", "SUCCESS", "success ", "reversed", "paid"),
});
const anyTime = fc.integer({ min: -3, max: 3 }).map((hours) => new Date(SENT.getTime() + hours * 3_600_000));
const anyWords: fc.Arbitrary<ServiceWords> = fc.record({
	word: anyWord,
	detail: fc.option(anyWord),
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
const anyListed = fc.subarray(["failed", "reversed", "pending"]).map((words) => new Set(words));

function payment(some: Partial<PaymentRow>): PaymentRow {
	const facts = { kind: "payout", amount: "5000.00", currency: "XOF", state: "pending", reference: "TX-1" } as const;
	const times = { sent_at: SENT, payer_deadline: new Date(SENT.getTime() + WINDOW_MS) };
	return { ...facts, ...times, late: false, service_status: null, ...some } as PaymentRow;
}

/** The service's words on exactly what was asked for. */
function saying(
	status: string,
	{ kind = "payout", ...some }: Partial<ServiceWords> & { kind?: PaymentRow["kind"] } = {},
) {
	const word = {
		reference: "TX-1",
		transactionType: transactionTypeOf(kind),
		amount: "5000.00",
		currency: "XOF",
		status,
	};
	return {
		word,
		detail: null,
		createdAt: null,
		processedAt: null,
		failureReason: null,
		...some,
	} satisfies ServiceWords;
}

/** Every drawn case, judged: the state it leads to is that of the move, or the one there was. */
function forEveryLook(claim: (look: Look) => void): void {
	fc.assert(
		fc.property(anyPayment, anyWords, anyListed, (before, words, listed) => {
			const verdict = judgeWords(before, words, listed, AT);
			claim({ before, words, listed, verdict, state: verdict.move?.to ?? before.state });
		}),
		{ numRuns: 2_000 },
	);
}

interface Look {
	before: PaymentRow;
	words: ServiceWords;
	listed: ReadonlySet<string>;
	verdict: ReturnType<typeof judgeWords>;
	state: PaymentState;
}

function differs({ before, words: { word, detail } }: Look): boolean {
	return [word, ...(detail ? [detail] : [])].some((each) => contradictions(before, each).length > 0);
}

describe("whatever the endpoints say", () => {
	test("it moves a payment only as the table allows, or not at all, and never both moves it and lets it stay", () => {
		forEveryLook(({ before, verdict, state }) => {
			if (verdict.move) expect(canMove(before.state, state), `${before.state} → ${state}`).toBe(true);
			expect(verdict.move !== null && verdict.happening !== null).toBe(false);
		});
	});

	test("an open payment is paid only when each of them says exactly success, of exactly what was asked for", () => {
		forEveryLook((look) => {
			const { before, words, state } = look;
			if (FINAL.includes(before.state)) return;
			const areAllSuccess = [words.word, words.detail].every((each) => each === null || each.status === "success");
			expect(state === "succeeded").toBe(areAllSuccess && !differs(look));
		});
	});

	test("an open payment fails only when each of them says a word that an admin has listed", () => {
		forEveryLook((look) => {
			const { before, words, listed, state } = look;
			if (FINAL.includes(before.state)) return;
			const areAllListed = [words.word, words.detail].every((each) => each === null || isFailure(each.status, listed));
			expect(state === "failed").toBe(areAllListed && !differs(look));
		});
	});

	test("of two that disagree about an open payment, neither makes it final", () => {
		forEveryLook((look) => {
			const { before, words, listed, state } = look;
			if (FINAL.includes(before.state) || words.detail === null || differs(look)) return;
			const [one, other] = [words.word, words.detail].map((each) => stateFromWord(before.state, before, each, listed));
			if (one !== other) expect(state).toBe("pending");
		});
	});

	test("other facts than those asked for go to people, from every state, and what differs is told", () => {
		forEveryLook((look) => {
			if (!differs(look)) return;
			expect(look.state).toBe("needs_review");
			const { before, words, verdict } = look;
			if (!verdict.move) return;
			const found = [words.word, ...(words.detail ? [words.detail] : [])].flatMap((each) =>
				contradictions(before, each),
			);
			const { event, details } = verdict.move as Move & { details: { differing: string[] } };
			expect(event).toBe("contradiction");
			expect(new Set(details.differing)).toEqual(new Set(found));
			expect(details.differing).toHaveLength(new Set(found).size);
		});
	});

	test("what was final stays as it is, or goes to people; what is theirs already stays theirs", () => {
		forEveryLook(({ before, state }) => {
			if (FINAL.includes(before.state)) expect([before.state, "needs_review"]).toContain(state);
		});
	});

	test("a reference is taken over only where there was none, and not with a contradiction", () => {
		forEveryLook(({ before, words, verdict, state }) => {
			if (!verdict.move) return;
			const isTaken = before.reference === null && state !== "needs_review";
			expect(verdict.move.set?.reference).toBe(isTaken ? words.word.reference : undefined);
		});
	});

	test("the words are kept as they came: of two, the one that contradicts what was asked for", () => {
		forEveryLook(({ before, words, verdict }) => {
			if (!verdict.move) return;
			const { word, detail } = words;
			const kept = contradictions(before, word).length === 0 && detail && contradictions(before, detail).length > 0;
			const { amount, currency } = kept ? detail : word;
			expect(verdict.move.set).toMatchObject({ said_amount: amount, said_currency: currency });
			expect(verdict.move.set).toMatchObject({ service_status: word.status, failure_reason: words.failureReason });
		});
	});

	test("only a deposit is called late, and once late it stays late", () => {
		forEveryLook(({ before, verdict }) => {
			if (!verdict.move) return;
			if (before.late) expect(verdict.move.set?.late).toBe(true);
			else if (before.kind === "payout") expect(verdict.move.set?.late).toBe(false);
		});
	});
});

describe("what stays as it was", () => {
	test("is said once when the word is a new one, and not again", () => {
		const look = (service_status: string | null) =>
			judgeWords(payment({ service_status }), saying("paid"), new Set(), AT);
		expect(look("pending").happening).toEqual({
			event: "status_changed",
			by: "service",
			details: { reference: null, status: "paid" },
		});
		expect(look("paid")).toEqual({ move: null, happening: null });
	});

	test("says both words where they disagree", () => {
		const words = saying("success", { detail: { ...saying("success").word, status: "reversed" } });
		const { happening } = judgeWords(payment({ service_status: "pending" }), words, new Set(), AT);
		expect(happening).toEqual({
			event: "words_disagree",
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
		[{ state: "succeeded" }, "failed", "final_word_changed"],
		[{ state: "failed" }, "success", "final_word_changed"],
	] as const)("%o that hears %s: %s", (before, status, event) => {
		expect(judgeWords(payment(before), saying(status), new Set(["failed"]), AT).move?.event).toBe(event);
	});

	test("a time of the service goes before the moment of the look, which stands for it where a final word has none", () => {
		const processedAt = new Date("2026-03-10T09:03:00.000Z");
		const at = (words: ServiceWords, state: PaymentState = "pending") =>
			judgeWords(payment({ state }), words, new Set(), AT).move?.set?.processed_at;
		expect(at(saying("success", { processedAt }))).toEqual(processedAt);
		expect(at(saying("success"))).toEqual(AT);
		expect(at(saying("pending"), "unknown")).toBeNull();
	});
});

describe("a payer who took longer than the window", () => {
	const took = (ms: number, kind: PaymentRow["kind"] = "deposit") => {
		const createdAt = new Date("2026-03-09T03:00:00.000Z");
		const words = saying("success", { kind, createdAt, processedAt: new Date(createdAt.getTime() + ms) });
		return judgeWords(payment({ kind }), words, new Set(), AT).move;
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

	test("a payout is never late", () => {
		expect(took(3 * WINDOW_MS, "payout")?.event).toBe("succeeded");
	});

	test("without the service's times it is as late as we hear of it", () => {
		const heard = (ms: number) =>
			judgeWords(
				payment({ kind: "deposit" }),
				saying("success", { kind: "deposit" }),
				new Set(),
				new Date(SENT.getTime() + ms),
			);
		expect(heard(WINDOW_MS).move?.event).toBe("succeeded");
		expect(heard(WINDOW_MS + 1).move?.event).toBe("succeeded_late");
	});
});

/** As an admin's list reads: `success` can never be on it, nor what means that it is still open. */
function isFailure(status: string, listed: ReadonlySet<string>): boolean {
	return stateFromWord("pending", payment({}), { ...saying(status).word }, listed) === "failed";
}
