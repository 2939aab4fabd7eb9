import { expect, test } from "vitest";
import { DayLines } from "#components/reconciliation/day-lines.tsx";
import type { DayDetail, DayLine } from "#lib/contracts/reconciliation.ts";
import { textOf } from "#tests/support/rendered.tsx";

const line = (id: string, withdrawnAt: string | null): DayLine => ({
	...{ id, type: "deposit", amount: "100.00", fee: "0.00", createdAt: "2026-03-01T10:00:00.000Z" },
	...{ status: withdrawnAt ? "withdrawn" : "unexplained", how: null, payment: null, reference: null, verdict: null },
	...{ withdrawnAt, replacedBy: null, balanceAfter: null },
});

test("lines that the service withdrew are not counted among those that are shown, since the day does not count them", () => {
	const lines = [line("1", null), line("2", "2026-03-02T10:00:00.000Z"), line("3", null)];
	const detail = { lines, lineCount: 5 } as unknown as DayDetail;
	expect(textOf(<DayLines detail={detail} currency="XOF" />)).toContain("3 more");
});
