import { expect, test } from "vitest";
import { TIMING } from "#server/payment-records/send-timing.ts";

test("a top-up sends what waits within a minute: the longest pause, a round and the turn among copies follow each other", () => {
	const { waitAtMostMs, roundMs, copyDelayMs } = TIMING;
	expect(waitAtMostMs + roundMs + copyDelayMs).toBeLessThan(60_000);
});
