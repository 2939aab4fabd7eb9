import { expect, test } from "vitest";
import { Explanations } from "#components/reconciliation/explanations.tsx";
import type { ExplanationPart, Stretch } from "#lib/contracts/reconciliation.ts";
import { rendered } from "#tests/support/rendered.tsx";

function linksOf(part: Partial<ExplanationPart>): string[] {
	const whole = { kind: "missing", amount: "-700.00", lineIds: [], paymentIds: ["P1"], fee: null, ...part };
	const stretch = { explanations: [whole], gap: "-700.00", status: "proved" } as unknown as Stretch;
	const markup = rendered(<Explanations stretch={stretch} currency="XOF" />);
	return [...markup.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
}

test("a difference that one payment without a line explains leads to that payment", () => {
	expect(linksOf({})).toEqual(["/payouts/P1"]);
	expect(linksOf({ amount: "700.00" })).toEqual(["/deposits/P1"]);
	expect(linksOf({ kind: "held" })).toEqual(["/payouts/P1"]);
	expect(linksOf({ kind: "released", amount: "700.00" })).toEqual(["/payouts/P1"]);
});

test("a part of several payments, or of lines, has no link to one of them", () => {
	expect(linksOf({ paymentIds: ["P1", "P2"] })).toEqual([]);
	expect(linksOf({ kind: "foreign", lineIds: ["1"], paymentIds: [] })).toEqual([]);
	expect(linksOf({ kind: "doubled", lineIds: ["1", "2"] })).toEqual([]);
});
