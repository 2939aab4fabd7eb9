import fc from "fast-check";
import { expect, test } from "vitest";
import { factsDigest, requestDigest } from "#server/payments/rules/digests.ts";

const facts = {
	kind: "payout" as const,
	amount: "45000.00",
	currency: "XOF",
	operator: "orange-money-ci",
	country: "CI",
	phone_number: "+2250701020304",
};

test("an approval is bound to each of its facts: change one and it is another", () => {
	const changed = [
		{ kind: "deposit" as const },
		{ amount: "45000.01" },
		{ currency: "XAF" },
		{ operator: "wave-ci" },
		{ country: "SN" },
		{ phone_number: "+2250701020305" },
	];
	const digests = [{}, ...changed].map((change) => factsDigest({ ...facts, ...change }));
	expect(new Set(digests).size).toBe(digests.length);
});

test("two bodies have the same digest exactly when they say the same, whatever the order of their fields", () => {
	const body = fc.dictionary(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }), { maxKeys: 4 });
	fc.assert(
		fc.property(body, body, (one, other) => {
			const turned = Object.fromEntries(Object.entries(one).reverse());
			expect(requestDigest("payout", { metadata: turned })).toBe(requestDigest("payout", { metadata: one }));
			const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
			return (requestDigest("payout", one) === requestDigest("payout", other)) === same;
		}),
	);
	expect(requestDigest("payout", {})).not.toBe(requestDigest("deposit", {}));
});
