import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import {
	actionDigest,
	approvalDigests,
	challengeOf,
	listDigest,
	orderDigest,
	saltOf,
} from "#server/payments/rules/digests.ts";

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
	fc.assert(
		fc.property(act, act, (one, other) => {
			const isSame = JSON.stringify(one) === JSON.stringify(other);
			expect(actionDigest(...one) === actionDigest(...other)).toBe(isSame);
		}),
		{ numRuns: 500 },
	);
});

test("digests stay as they are, since signed approvals of an earlier program must still count", () => {
	const facts = { amount: "1000.00", currency: "XOF", operator: "mtn-ci", country: "CI" };
	const payout = { ...facts, id: "p1", kind: "payout" as const, phone_number: "+2250700000001" };
	const row = { ...payout, version: 3, recipient_name: "Awa", note: "rent", reference: "TX-1" } as PaymentRow;
	const verdict = { outcome: "paid_other" as const, amount: "90.00", reference: "TX-1" };
	const approved = "f6e2406d55aec6ed774b86546b8e917bf0e1acd53291484e02b4e4f17db57119";
	const batch = "03bc6745e16f485cde97235ffff2bd42ece3caa90366ccce155a0c7f771ecc3b";
	expect(approvalDigests([row])).toEqual([approved]);
	expect(approvalDigests([row], { id: "b1", version: 2, name: "June" })).toEqual([batch, approved]);
	expect(listDigest([batch, approved])).toBe("8979240226795b198acf45787334a9f4462e2efe6b5f83a76b50c70fb290c85e");
	expect([
		actionDigest("settle", payout, { version: 3, ...verdict }),
		orderDigest({ ...facts, of: "p1", version: 3, phoneNumber: "+2250700000001" }),
	]).toEqual([
		"183cf71af6b2a231e9c93d4d9880370f7d7699baabb46d1608ab9c059f2af3d2",
		"c88af985701a0ff2a8beb3b155ad00ee94c5a1fb50532085016d0c94c05518eb",
	]);
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
