import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paymentEventSchema } from "#lib/contracts/payment-event.ts";
import { OLD_CAUSES } from "#lib/old-causes.ts";
import { PAYMENT_EVENTS, type PaymentEventKey } from "#lib/payment-events.ts";
import { readKeptDetails, readOldEvent } from "#server/payments/old-event.ts";

const REFERENCE = "TX-1";
const read = (event: PaymentEventKey, note: string | null) => readOldEvent({ event, note, reference: REFERENCE });

describe("an event from before there were details", () => {
	test.each<[PaymentEventKey, string | null, object]>([
		["accepted", "pending", { reference: REFERENCE, status: "pending" }],
		["succeeded", null, { reference: null, status: null }],
		["failed", "expired", { reference: null, status: "expired" }],
		["hint_confirmed", "pending", { reference: null, status: "pending" }],
		["reference_attached", "TX-9", { reference: "TX-9", status: null }],
		["refused", "operator: not served", { cause: null, words: "operator: not served" }],
		["refused", "the service answered 422", { cause: "status:422", words: null }],
		["not_sent", "the connection could not be made", { cause: "connect", words: null }],
		["answer_unclear", null, { cause: null, words: null }],
		["answer_unclear", "the service answered 302 and was not followed", { cause: "redirect:302", words: null }],
		["contradiction", "amount, currency", { differing: ["amount", "currency"], otherReference: null, cause: null }],
		["contradiction", "opaque_id", { differing: ["opaque_id"], otherReference: null, cause: null }],
		["contradiction", "TX-2", { differing: [], otherReference: "TX-2", cause: null }],
		[
			"contradiction",
			"the amount, currency or type in the answer cannot be read",
			{ differing: [], otherReference: null, cause: "foreign_money" },
		],
		["reference_reused", "TX-2", { otherReference: "TX-2" }],
		[
			"reference_older",
			"TX-2 · 2026-03-10T08:59:00.000Z",
			{ otherReference: "TX-2", createdAt: "2026-03-10T08:59:00.000Z" },
		],
		["hint_set_aside", "TX-2 · undated", { otherReference: "TX-2", placed: "undated" }],
		["words_disagree", "success / pending", { statuses: ["success", "pending"] }],
		[
			"late_answer",
			"pending · TX-2 · queued",
			{ outcome: "pending", reference: "TX-2", status: "queued", cause: null, words: null },
		],
		[
			"late_answer",
			"succeeded · TX-2",
			{ outcome: "succeeded", reference: "TX-2", status: null, cause: null, words: null },
		],
		[
			"late_answer",
			"refused · no · such number",
			{ outcome: "refused", reference: null, status: null, cause: null, words: "no · such number" },
		],
		[
			"late_answer",
			"unknown · no answer came in time",
			{ outcome: "unknown", reference: null, status: null, cause: "headers_timeout", words: null },
		],
		["late_answer", "unknown", { outcome: "unknown", reference: null, status: null, cause: null, words: null }],
		["approvals_voided", "Awa Koné, Ibrahim Diallo", { people: ["Awa Koné", "Ibrahim Diallo"] }],
		[
			"corrected",
			"600000 XOF → 700000 XOF · Rent → –",
			{
				changes: [
					{ field: null, from: "600000 XOF", to: "700000 XOF" },
					{ field: null, from: "Rent", to: "–" },
				],
			},
		],
	])("%s %j tells its facts as details", (event, note, details) => {
		expect(read(event, note)).toEqual({ event, note: null, details });
	});

	test("keeps what a person wrote as their note", () => {
		for (const event of [
			"rejected",
			"said_paid",
			"said_paid_other",
			"settled_paid",
			"confirmed_duplicate",
			"approved",
		] as const)
			expect(read(event, "Seen on the statement").note).toBe("Seen on the statement");
	});

	test("of any kind and with any note can be told by the contract", () => {
		const note = fc.option(fc.oneof(fc.string(), fc.constantFrom(...OLD_CAUSES.keys(), "pending · TX-2", "a → b · c")));
		fc.assert(
			fc.property(fc.constantFrom(...PAYMENT_EVENTS), note, (event, text) => {
				const told = { state: "unknown", at: "2026-03-10T09:00:00.000Z", by: { kind: "service", name: null } };
				expect(() => paymentEventSchema.parse({ ...told, ...read(event, text) })).not.toThrow();
			}),
		);
	});

	test("with details of before a correction told its fields is read, and newer ones are what they are", () => {
		expect(readKeptDetails({ changes: [{ from: "600 XOF", to: "700 XOF" }] })).toEqual({
			changes: [{ field: null, from: "600 XOF", to: "700 XOF" }],
		});
		const told = { changes: [{ field: "note" as const, from: null, to: "Rent" }] };
		expect(readKeptDetails(told)).toEqual(told);
		expect(readKeptDetails({ people: ["Awa Koné"] })).toEqual({ people: ["Awa Koné"] });
	});

	test("of a correction says the same again when its changes are written as they were", () => {
		const fact = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !text.includes(" → "));
		fc.assert(
			fc.property(fc.array(fc.tuple(fact, fact), { minLength: 1, maxLength: 4 }), (pairs) => {
				const note = pairs.map(([from, to]) => `${from} → ${to}`).join(" · ");
				const { details } = read("corrected", note);
				const changes = details && "changes" in details ? details.changes : [];
				expect(changes.map(({ from, to }) => `${from} → ${to}`).join(" · ")).toBe(note);
			}),
		);
	});
});
