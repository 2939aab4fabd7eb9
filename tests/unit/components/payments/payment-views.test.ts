import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decisionRights } from "#components/payments/decision-rights.ts";
import { readPaymentQuery } from "#components/payments/list/payment-query.ts";
import { listPath, paymentPath } from "#components/payments/list-path.ts";
import { supportText } from "#components/payments/page/header-actions.tsx";
import { eventTone } from "#components/payments/page/payment-timeline.tsx";
import { stateCause } from "#components/payments/page/state-cause.ts";
import { filledDialCode } from "#components/payments/payer/pay-card.tsx";
import { isFiltered } from "#lib/addresses/view-address.ts";
import { type Payment, paymentQuerySchema } from "#lib/contracts/payment.ts";
import type { PaymentEvent } from "#lib/contracts/payment-event.ts";
import { PAYMENT_STATES, type PaymentState } from "#lib/payment-state.ts";
import { ROLES } from "#lib/roles.ts";

const payment: Payment = {
	id: "01JD9K4Q7W",
	kind: "payout",
	state: "unknown",
	version: 3,
	amount: "250000.00",
	currency: "XOF",
	operator: "mtn-ci",
	operatorName: "MTN MoMo",
	country: "CI",
	destination: "+2250503456789",
	note: "Invoice 2231",
	opaqueId: "OP-1",
	createdAt: "2026-11-21T08:03:20.000Z",
	sentAt: "2026-11-21T08:11:59.000Z",
	late: false,
	maker: { id: "maker", name: "Ibrahim Diallo" },
	approver: { id: "approver", name: "Awa Koné" },
	approval: { given: [], lapsed: [], needed: 1, correctedBy: [] },
	...{ flow: null, phoneNumber: null, name: null, nameInBook: null, reference: null, serviceStatus: null },
	hintReference: null,
	...{ statusMeaning: null, failureReason: null, paidAmount: null, paymentUrl: null, qrCode: null, processedAt: null },
	...{ sendDeadline: null, payerDeadline: null, lastCheckedAt: null, nextCheckAt: null, checkFault: null },
	...{ expiresAt: null, waits: null, duplicate: null },
	history: [],
};

const event = (state: PaymentState): PaymentEvent => ({
	state,
	at: "2026-11-21T08:12:49.000Z",
	by: { kind: "cauri", name: null },
	event: "answer_unclear",
	note: null,
	details: { cause: "broken_off", words: null },
});

describe("the address of a list", () => {
	test("reads back every view that it writes", () => {
		const view = fc.record(
			{
				state: fc.constantFrom("open" as const, ...PAYMENT_STATES),
				currency: fc.constantFrom("XOF", "XAF"),
				from: fc.constant("2026-11-01"),
				to: fc.constant("2026-11-21"),
				search: fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/),
				cursor: fc.stringMatching(/^[A-Z0-9]{26}$/),
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(view, ({ cursor, ...filters }) => {
				const query = paymentQuerySchema.parse(filters);
				const path = listPath("deposit", query, cursor === undefined ? {} : { cursor });
				const read = readPaymentQuery(new URL(path, "http://desk").searchParams);
				expect(read).toEqual({ query: { ...query, ...(cursor === undefined ? {} : { cursor }) }, isWhole: true });
			}),
		);
	});

	test("starts at the first page when a filter changes", () => {
		const { query } = readPaymentQuery(new URLSearchParams("state=open&cursor=01JD9K4Q7W"));
		expect(listPath("payout", query, { currency: "XOF" })).toBe("/payouts?state=open&currency=XOF");
		expect(isFiltered(query)).toBe(true);
		expect(isFiltered(readPaymentQuery(new URLSearchParams()).query)).toBe(false);
		expect(paymentPath(payment)).toBe("/payouts/01JD9K4Q7W");
	});

	test.each([
		"state=paid",
		"currency=xof",
		"from=21.11.2026",
		"from=2026-13-45",
		`search=${"x".repeat(65)}`,
		"cursor=../x",
	])("leaves out what it cannot read, and says so: %s", (text) => {
		expect(readPaymentQuery(new URLSearchParams(text))).toEqual({ query: { limit: 50 }, isWhole: false });
	});

	test("never lets anything through that the route would refuse", () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.constantFrom("state", "currency", "from", "to", "search", "cursor"), fc.string()),
				(raw) => {
					expect(paymentQuerySchema.safeParse(readPaymentQuery(new URLSearchParams(raw)).query).success).toBe(true);
				},
			),
		);
	});
});

test("a decision is offered to approvers and admins while nobody has decided, never to who asked; its maker or an admin may cancel before the permit", () => {
	for (const state of PAYMENT_STATES) {
		const isEarly = state === "awaiting_approval" || state === "approved";
		for (const role of ROLES) {
			const own = decisionRights({ ...payment, state }, { id: "maker", role });
			const other = decisionRights({ ...payment, state }, { id: "other", role });
			expect([own.own, own.approve]).toEqual([true, false]);
			expect(other.approve).toBe(state === "awaiting_approval" && (role === "approver" || role === "admin"));
			if (role === "maker") expect([own.cancel, other.cancel]).toEqual([isEarly, false]);
			if (role === "admin") expect(other.cancel).toBe(isEarly);
			if (role === "approver") expect(other.cancel).toBe(false);
		}
	}
});

test("an edit is offered to its maker and to admins while the payout waits for approval, and never for a row of a batch", () => {
	const waiting: Payment = { ...payment, state: "awaiting_approval" };
	const batch = { id: "01JD9K4Q7X", name: "Salaries" };
	for (const viewer of [
		{ id: "maker", role: "maker" },
		{ id: "other", role: "admin" },
	] as const) {
		expect(decisionRights(waiting, viewer).correct).toBe(true);
		expect(decisionRights({ ...waiting, batch }, viewer).correct).toBe(false);
	}
	expect(decisionRights(waiting, { id: "other", role: "maker" }).correct).toBe(false);
});

describe("what people read", () => {
	test("fills a dial code with the plain amount and never with a secret", () => {
		expect(filledDialCode("*144*4*6*{amount}#", "45000.00", "PIN")).toBe("*144*4*6*45000#");
		expect(filledDialCode("*144*4*2*1*{pin}#", "45000.00", "PIN")).toBe("*144*4*2*1*‹PIN›#");
		expect(filledDialCode("#144*82#", "45000.00", "")).toBe("#144*82#");
	});

	test("gives the support every plain fact, and says when there is no reference", () => {
		const textOf = (key: string, values: Record<string, string> = {}) =>
			`${key} ${Object.values(values).join(" ")}`.trim();
		const words = (cause: string) => `words of ${cause}`;
		const text = supportText({ ...payment, history: [event("unknown")] }, "a1b2c3d4", textOf, words);
		expect(text.split("\n")).toEqual([
			"lead",
			"",
			"amount 250000 XOF",
			"destination +2250503456789",
			"operator MTN MoMo (mtn-ci, CI)",
			"sent 2026-11-21T08:11:59.000Z",
			"said words of broken_off",
			`ours ${payment.id}`,
			"opaque OP-1",
			"key a1b2c3d4",
			"",
			"hint",
		]);
		expect(supportText({ ...payment, reference: "TX-1" }, null, textOf, String)).toContain("reference TX-1");
		const named = supportText({ ...payment, hintReference: "TX-2" }, null, textOf, String);
		expect(named.split("\n").at(-1)).toBe("named TX-2");
	});

	test("still says what happened to the payment after people have said their words about it", () => {
		const said = [
			event("unknown"),
			{ ...event("unknown"), event: "said_paid", details: {}, note: "a person's reason" } as PaymentEvent,
		];
		const [cause] = said;
		expect(stateCause({ state: "unknown", history: said })).toBe(cause);
		const details = { otherReference: "TX-9", placed: "older" } as const;
		const asked = { ...event("unknown"), event: "hint_set_aside", details } as PaymentEvent;
		expect(stateCause({ state: "unknown", history: [...said, asked] })).toBe(cause);
	});

	test("wears danger where nothing was paid, warning where nobody knows, and success only at the end", () => {
		expect(eventTone(event("not_sent"), true)).toBe("danger");
		expect(eventTone(event("unknown"), false)).toBe("warning");
		expect(eventTone(event("pending"), true)).toBe("warning");
		expect(eventTone(event("pending"), false)).toBe("done");
		expect(eventTone(event("succeeded"), true)).toBe("positive");
	});
});
