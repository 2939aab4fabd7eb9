import { expect, test, vi } from "vitest";
import { type Asked, sendDecision } from "#components/reconciliation/line-decision-dialog.tsx";

const asked = { line: { id: "7", type: "withdrawal" }, payments: [], isRepeated: false } as unknown as Asked;

test.each([
	["portal", { verdict: "portal", reason: "Seen in the portal", reference: "TX-1" }],
	["fee", { verdict: "fee", reason: "Seen in the portal" }],
])("a proposed reference goes with the verdict that shows it (%s)", async (choice, body) => {
	const sent = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(null, { status: 204 }));
	await sendDecision(asked, { choice, reference: "TX-1", reason: "Seen in the portal" });
	expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual(body);
});
