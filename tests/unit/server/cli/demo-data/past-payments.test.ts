import { expect, test } from "vitest";
import { isFromElsewhere } from "#server/cli/demo-data/past-payments.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";

const elsewhere = (status: string) =>
	Array.from({ length: 500 }, (_, n) => ({ reference: `TX-${n}`, status }) as PastTransaction).filter(isFromElsewhere);

test("some of the demo's past was not started here, but nothing that is still pending: its money would be missing", () => {
	expect(elsewhere("success").length).toBeGreaterThan(0);
	expect(elsewhere("pending")).toEqual([]);
});
