import { expect, test, vi } from "vitest";
import { type Asked, choicesOf, sendDecision } from "#components/reconciliation/line-decision-dialog.tsx";

const asked = { line: { id: "7", type: "withdrawal" }, payments: [], isRepeated: false } as unknown as Asked;

test.each([
	["portal", { verdict: "portal", reason: "Seen in the portal", reference: "TX-1" }],
	["fee", { verdict: "fee", reason: "Seen in the portal" }],
])("a proposed reference goes with the verdict that shows it (%s)", async (choice, body) => {
	const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
	await sendDecision(asked, { choice, reference: "TX-1", reason: "Seen in the portal" });
	expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual(body);
});

test.each([
	["in", "fee", "top_up"],
	["out", "top_up", "fee"],
] as const)("a line of a type that an admin kept as %s offers no verdict of the other sign", (effect, unfit, fit) => {
	const rule = { deposit: "beside", withdrawal: "beside", types: [{ type: "reversal", effect }] } as const;
	const line = { id: "7", type: "reversal" };
	const choices = choicesOf({ line, payments: [], isRepeated: false } as unknown as Asked, {
		...rule,
		types: [...rule.types],
	});
	expect(choices).not.toContain(unfit);
	expect(choices).toContain(fit);
});
