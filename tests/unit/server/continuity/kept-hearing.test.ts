import { expect, test } from "vitest";
import { keptHearing, readKeptHearing, seenOf } from "#server/continuity/kept-hearing.ts";

const at = new Date("2026-03-10T09:00:00Z");
const line = { id: "1", amount: 500_000n, fee: 5_000n, at: +at, isRepeated: false };
const look = { balance: "100000.00", at };
const hearing = {
	...{ before: look, now: look, unlined: 0n, isEven: false, lines: [line] },
	...{ wasUsed: true, lookId: "1", lineId: "1" },
};
const noLook = [{ paymentId: "p", why: "no_look" as const }];
const byLine = [{ paymentId: "p", why: "line" as const }];

test("what is not known of a wallet is kept as not known, and its lines with their sum", () => {
	expect(keptHearing(hearing, byLine)).toMatchObject({ unlined: "0.00", lined: "5050.00", unexplained: "5050.00" });
	const unknown = keptHearing({ ...hearing, unlined: null }, noLook);
	expect(unknown).toMatchObject({ unlined: null, lined: "5050.00", unexplained: null });
	expect(readKeptHearing(JSON.parse(JSON.stringify(unknown)))).toEqual(unknown);
});

test("what was seen tells a sum from one that is not known, and one list of lines from another", () => {
	const unknown = { ...hearing, unlined: null };
	const marks = [hearing, unknown, { ...unknown, lines: [] }].map((heard) => seenOf(keptHearing(heard, [])));
	expect(new Set(marks).size).toBe(3);
	expect(marks[0]).toBe("5050.00");
});

test.each([
	["without a look before", { before: null }, byLine, null],
	["whose look could not be compared", {}, noLook, null],
	["that compared two looks", {}, byLine, "5050.00"],
])("an older finding %s is read as what it meant", (_, part, held, unexplained) => {
	const { lined: _lined, ...old } = keptHearing({ ...hearing, ...part }, held);
	const kept = { ...old, unlined: "0.00", unexplained: "5050.00" };
	expect(readKeptHearing(kept)).toMatchObject({ lined: "5050.00", unexplained });
});
