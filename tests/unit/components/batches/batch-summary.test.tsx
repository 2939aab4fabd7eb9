import { expect, test } from "vitest";
import { BatchStatePill } from "#components/batches/batch-state-pill.tsx";
import { BatchSummary } from "#components/batches/batch-summary.tsx";
import type { Batch } from "#lib/contracts/batch.ts";
import { rendered } from "#tests/support/rendered.tsx";

test("what is unknown and what is not paid have different colours in the bar of a batch, as each of its parts", () => {
	const batch = {
		totals: [{ currency: "XOF", count: 5, amount: "5000.00" }],
		...{ leftOutCount: 0, outlook: [], approval: null, approvedBy: [] },
		...{ requestedAt: "2026-05-01T08:00:00Z", secondsLeft: null },
		counts: { succeeded: 1, unknown: 1, pending: 1, approved: 1, failed: 1 },
	} as unknown as Batch;
	const summary = rendered(<BatchSummary batch={batch} />);
	const colours = [...summary.matchAll(/size-2 forced-color-adjust-none rounded-full (\S+?)"/g)].map(
		([, name]) => name,
	);
	expect(colours).toHaveLength(5);
	expect(new Set(colours).size).toBe(5);
});

test("a batch that is done is green only if all of it was paid", () => {
	const pill = (counts: Batch["counts"]) => rendered(<BatchStatePill batch={{ state: "done", counts }} />);
	expect(pill({ succeeded: 2, settled_paid: 1 })).toContain("bg-positive-soft");
	expect(pill({ succeeded: 2, unknown: 1 })).not.toContain("bg-positive-soft");
});
