import { expect, test } from "vitest";
import { findingOf, seenOf } from "#server/continuity/wallet-finding.ts";

const at = new Date("2026-03-10T09:00:00Z");
const line = { id: "1", amount: 500_000n, fee: 5_000n, at: +at, isRepeated: false };
const look = { balance: "100000.00", at };
const hearing = {
	...{ before: look, now: look, unlined: 0n, agree: false, lines: [line] },
	...{ open: [], mostFee: () => 0n },
	...{ wasUsed: true, readingId: "1", lineId: "1" },
};
const noReading = [{ paymentId: "p", why: "no_reading" as const }];
const byLine = [{ paymentId: "p", why: "line" as const }];

test("what is not known of a wallet is kept as not known, and its lines with their sum", () => {
	expect(findingOf(hearing, byLine)).toMatchObject({ unlined: "0.00", lined: "5050.00", unexplained: "5050.00" });
	const unknown = findingOf({ ...hearing, unlined: null }, noReading);
	expect(unknown).toMatchObject({ unlined: null, lined: "5050.00", unexplained: null });
});

test("what was seen tells a sum from one that is not known, and one list of lines from another", () => {
	const unknown = { ...hearing, unlined: null };
	const marks = [hearing, unknown, { ...unknown, lines: [] }].map((heard) => seenOf(findingOf(heard, [])));
	expect(new Set(marks).size).toBe(3);
	expect(marks[0]).toBe("5050.00");
});
