import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayHaveLeft, type PaymentState } from "#lib/payment-state.ts";
import { type Twin, unseenAtApproval, unseenAtPermit } from "#lib/payments/duplicates.ts";

type Step = ["ask" | "appear" | "approve" | "permit" | "takenBack", number];

/** Payouts of one number and amount, by the rules of request, approval and permit. People confirm whatever they are shown. */
class Desk {
	readonly twins: { id: string; state: PaymentState; seen: string[] }[] = [];

	others(own: Twin): Twin[] {
		return this.twins.filter(({ id, state }) => id !== own.id && state !== "failed");
	}

	take([what, index]: Step): void {
		const one = this.twins[index % Math.max(1, this.twins.length)];
		const id = String(this.twins.length);
		const all = this.twins.filter(({ state }) => state !== "failed").map((twin) => twin.id);
		if (what === "ask") this.twins.push({ id, state: "awaiting_approval", seen: all });
		// From a backup, or from before these rules: nobody has compared anything.
		if (what === "appear") this.twins.push({ id, state: index % 2 === 0 ? "failed" : "approved", seen: [] });
		if (!one) return;
		if (what === "takenBack" && one.state === "failed") one.state = "needs_review";
		if (what === "approve" && one.state === "awaiting_approval") this.approve(one);
		if (what === "permit" && one.state === "approved") this.permit(one);
	}

	approve(one: Desk["twins"][number]): void {
		one.seen.push(...unseenAtApproval(one, this.others(one)));
		one.state = "approved";
		const goesOn = this.others(one).filter(({ state }) => state !== "awaiting_approval");
		for (const other of goesOn) expect(one.seen).toContain(other.id);
	}

	permit(one: Desk["twins"][number]): void {
		if (unseenAtPermit(one, this.others(one)).length > 0) {
			one.state = "awaiting_approval";
			return;
		}
		one.state = "pending";
		// The purpose of the rule: no payout leaves beside an equal one that has left, unless somebody has compared the two.
		for (const other of this.others(one).filter(({ state }) => mayHaveLeft(state)))
			expect(one.seen.includes(other.id) || other.seen.includes(one.id)).toBe(true);
	}
}

const step: fc.Arbitrary<Step> = fc.tuple(
	fc.constantFrom("ask", "appear", "approve", "permit", "takenBack"),
	fc.nat(9),
);

describe("payouts of one number and amount", () => {
	test("never leave beside one that has left without somebody who has seen the two, in whatever order things happen", () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				const desk = new Desk();
				for (const each of steps) desk.take(each);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("never hold each other up for ever: whoever confirms what is shown gets each of them sent", () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				const desk = new Desk();
				for (const each of steps) desk.take(each);
				for (let round = 0; round < 2; round += 1) {
					for (const one of desk.twins) {
						if (one.state === "awaiting_approval") desk.approve(one);
						if (one.state === "approved") desk.permit(one);
					}
				}
				for (const one of desk.twins) expect(["pending", "failed", "needs_review"]).toContain(one.state);
			}),
		);
	});

	test("two that were both asked for knowingly leave without another word at the permit", () => {
		const first = { id: "a", seen: [] };
		const second: Twin = { id: "b", state: "pending", seen: ["a"] };
		expect(unseenAtPermit(first, [second])).toEqual([]);
		expect(unseenAtApproval(first, [second])).toEqual(["b"]);
		expect(unseenAtApproval(first, [{ ...second, state: "awaiting_approval" }])).toEqual([]);
	});
});
