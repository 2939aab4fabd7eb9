import fc from "fast-check";
import { expect, test } from "vitest";
import type { StepUpSubject } from "#lib/contracts/second-factor.ts";
import { actDigest } from "#server/payments/rules/act-digest.ts";
import { challengeOf, listDigest, saltOf } from "#server/payments/rules/approval-signature.ts";

const payments = fc.record({
	id: fc.constantFrom("p1", "p2"),
	kind: fc.constantFrom("payout" as const, "deposit" as const),
	amount: fc.constantFrom("100.00", "1000.00"),
	currency: fc.constantFrom("XOF", "XAF"),
	operator: fc.constantFrom("mtn-ci", "wave-ci"),
	country: fc.constantFrom("CI", "CM"),
	phone_number: fc.constantFrom("+2250700000001", "+2250700000002"),
});
const acts = fc.record({
	version: fc.constantFrom(1, 2),
	outcome: fc.constantFrom(undefined, "paid" as const, "not_paid" as const, "paid_other" as const),
	amount: fc.constantFrom(undefined, "100.00", "90.00"),
	reference: fc.constantFrom(undefined, "TX-1", "100.00"),
});
const purposes = fc.constantFrom("approve" as const, "settle" as const);

test("a proof of one act is a proof of no other: any fact, word, version or purpose that differs gives another digest", () => {
	const act = fc.tuple(purposes, payments, acts);
	const digestOf = ([purpose, payment, said]: [
		Parameters<typeof actDigest>[0],
		Parameters<typeof actDigest>[1],
		object,
	]) => actDigest(purpose, payment, { kind: payment.kind, id: payment.id, ...said } as StepUpSubject);
	fc.assert(
		fc.property(act, act, (one, other) => {
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(digestOf(one) === digestOf(other)).toBe(isSame);
		}),
		{ numRuns: 500 },
	);
});

test("the digest of a list does not mind its order, and minds each thing on it", () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.string(), (list, more) => {
			fc.pre(!list.includes(more));
			expect(listDigest([...list].reverse())).toBe(listDigest(list));
			expect(listDigest([...list, more])).not.toBe(listDigest(list));
		}),
	);
});

test("the challenge is another one for each question, session, purpose and list", () => {
	const facts = { nonce: "n", sessionKey: "s", purpose: "approve" as const, digest: "d" };
	const others = [
		{ nonce: "m" },
		{ sessionKey: "t" },
		{ purpose: "settle" as const },
		{ digest: "e" },
		{ digest: null },
	];
	const all = [facts, ...others.map((other) => ({ ...facts, ...other }))].map((each) =>
		Buffer.from(challengeOf({ ...each, salt: saltOf(each) })).toString("hex"),
	);
	expect(new Set(all).size).toBe(all.length);
});
