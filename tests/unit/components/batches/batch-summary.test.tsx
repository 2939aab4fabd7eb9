import { expect, test } from "vitest";
import { BatchSummary } from "#components/batches/batch-summary.tsx";
import type { Batch } from "#lib/contracts/batch.ts";
import { rendered } from "#tests/support/rendered.tsx";

test("what is unknown and what is not paid have different colours in the bar of a batch, as each of its parts", () => {
	const batch = {
		...{ totals: [{ currency: "XOF", count: 5, amount: "5000.00" }], leftOutCount: 0, outlook: [], approval: null },
		...{ requestedAt: "2026-05-01T08:00:00Z", secondsLeft: null },
		counts: { succeeded: 1, unknown: 1, pending: 1, approved: 1, failed: 1 },
	} as unknown as Batch;
	const colours = [
		...rendered(<BatchSummary batch={batch} />).matchAll(/size-2 forced-color-adjust-none rounded-full (\S+?)"/g),
	].map(([, name]) => name);
	expect(colours).toHaveLength(5);
	expect(new Set(colours).size).toBe(5);
});
