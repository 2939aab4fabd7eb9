import { expect, test } from "vitest";
import { TransactionTimeline } from "#components/transactions/transaction-timeline.tsx";
import { textOf } from "#tests/support/rendered.tsx";

test("an entry whose time cannot be read is shown, and says so", () => {
	const entry = { status: "sent", meaning: "unrecognised", source: "MTN", timestamp: null } as const;
	expect(textOf(<TransactionTimeline history={[entry]} />, "en")).toContain("Time unreadable · source: MTN");
	expect(textOf(<TransactionTimeline history={[entry]} />, "fr")).toContain("Heure illisible · source : MTN");
});
