import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type Candidate,
	CLOCK_TOLERANCE_MS,
	judgeWallet,
	type WalletMovement,
	withoutRepeats,
} from "#server/continuity/judge-wallet.ts";

const NOW = 1_700_000_000_000;
const amount = fc.bigInt({ min: 100n, max: 2_000_00n });
const candidates = fc.uniqueArray(
	fc.record({ id: fc.uuid(), amount, createdAt: fc.integer({ min: NOW - 86_400_000, max: NOW }) }),
	{ maxLength: 8, selector: ({ id }) => id },
);
const line = fc.record({
	id: fc.uuid(),
	amount,
	fee: fc.bigInt({ min: 0n, max: 50_00n }),
	at: fc.integer({ min: NOW - 2 * 86_400_000, max: NOW }),
	isRepeated: fc.boolean(),
});
const testimony = fc.record({
	unlined: fc.option(fc.bigInt({ min: 0n, max: 5_000_00n })),
	lines: fc.array(line, { maxLength: 6 }),
	wasUsed: fc.boolean(),
	isShared: fc.boolean(),
	open: fc.array(fc.record({ amount, mostFee: fc.constant(0n) }), { maxLength: 3 }),
	mostFee: fc.constant((sum: bigint) => sum / 100n),
});
const ids = (said: WalletMovement, of: readonly Candidate[]) =>
	new Set(judgeWallet(said, of).map(({ paymentId }) => paymentId));
const NO_FEE = { open: [], mostFee: () => 0n };
const SILENT = { unlined: 0n, lines: [], wasUsed: true, isShared: false, ...NO_FEE };

describe("a wallet", () => {
	test("in which everything is explained holds nothing", () => {
		fc.assert(
			fc.property(candidates, (of) => {
				expect(judgeWallet(SILENT, of)).toEqual([]);
			}),
		);
	});

	test("holds nothing where nothing waits", () => {
		fc.assert(
			fc.property(testimony, (said) => {
				expect(judgeWallet(said, [])).toEqual([]);
			}),
		);
	});

	test("holds every payout of which an unexplained line has exactly the amount, shared or not", () => {
		fc.assert(
			fc.property(testimony, candidates, fc.boolean(), (said, of, isShared) => {
				const held = ids({ ...said, isShared }, of);
				for (const one of of) {
					const fits = said.lines.some((l) => l.amount === one.amount && l.at >= one.createdAt - CLOCK_TOLERANCE_MS);
					if (fits) expect(held).toContain(one.id);
				}
			}),
		);
	});

	test("that is shared never holds more than one that is not", () => {
		fc.assert(
			fc.property(testimony, candidates, (said, of) => {
				const [shared, own] = [ids({ ...said, isShared: true }, of), ids({ ...said, isShared: false }, of)];
				for (const id of shared) expect(own).toContain(id);
			}),
		);
	});

	test("of nobody else and of which more is gone never holds less", () => {
		fc.assert(
			fc.property(testimony, candidates, amount, (said, of, more) => {
				const before = { ...said, unlined: said.unlined ?? 0n, isShared: false };
				const [less, after] = [ids(before, of), ids({ ...before, unlined: before.unlined + more }, of)];
				for (const id of less) expect(after).toContain(id);
			}),
		);
	});

	test("holds only what the unexplained part covers, or an equal line names", () => {
		fc.assert(
			fc.property(testimony, candidates, (said, of) => {
				if (said.unlined === null) return;
				const lined = said.lines.reduce((sum, l) => sum + l.amount + l.fee, 0n);
				for (const { paymentId, why } of judgeWallet(said, of)) {
					const one = of.find(({ id }) => id === paymentId);
					if (why === "fall")
						expect(said.unlined + (said.isShared ? 0n : lined)).toBeGreaterThanOrEqual(one?.amount ?? 0n);
					else expect(said.lines.some((l) => l.amount === one?.amount)).toBe(true);
				}
			}),
		);
	});

	test("that was sent from and never looked at holds everything; one that was never used has nothing to hide", () => {
		const of = [{ id: "a", amount: 5_000_00n, createdAt: NOW }];
		const nothing = { unlined: null, lines: [], isShared: false, ...NO_FEE };
		expect(judgeWallet({ ...nothing, wasUsed: true }, of)).toEqual([{ paymentId: "a", why: "no_reading" }]);
		expect(judgeWallet({ ...nothing, wasUsed: false }, of)).toEqual([]);
	});

	test("does not take a line for a payout that was asked for hours later", () => {
		const of = [{ id: "a", amount: 5_000_00n, createdAt: NOW }];
		const old = { id: "1", amount: 5_000_00n, fee: 0n, at: NOW - CLOCK_TOLERANCE_MS - 1, isRepeated: false };
		expect(judgeWallet({ ...SILENT, lines: [old] }, of)).toEqual([]);
		expect(judgeWallet({ ...SILENT, lines: [{ ...old, at: NOW }] }, of)).toEqual([{ paymentId: "a", why: "line" }]);
	});

	test("that is shared holds by a drop that fits alone: another drop, and what others take with a line, is theirs", () => {
		const of = [{ id: "a", amount: 5_000_00n, createdAt: NOW }];
		const lines = [{ id: "1", amount: 9_000_00n, fee: 90_00n, at: NOW, isRepeated: false }];
		expect(judgeWallet({ ...SILENT, lines }, of)).toEqual([{ paymentId: "a", why: "fall" }]);
		const shared = { ...SILENT, lines, isShared: true };
		expect(judgeWallet(shared, of)).toEqual([]);
		expect(judgeWallet({ ...shared, unlined: 9_000_00n }, of)).toEqual([]);
		expect(judgeWallet({ ...shared, unlined: 4_999_99n }, of)).toEqual([]);
		for (const unlined of [5_000_00n, 5_050_00n]) {
			expect(judgeWallet({ ...shared, unlined, mostFee: () => 50_00n }, of)).toHaveLength(1);
			expect(judgeWallet({ ...shared, unlined: unlined + 50_01n, mostFee: () => 50_00n }, of)).toEqual([]);
		}
	});

	test("that is shared holds payouts that make up its drop together, also with one that was sent", () => {
		const of = ["5000", "7000", "9000"].map((sum) => ({ id: sum, amount: BigInt(sum) * 100n, createdAt: NOW }));
		const shared = { ...SILENT, isShared: true };
		expect([...ids({ ...shared, unlined: 12_000_00n }, of)]).toEqual(["5000", "7000"]);
		const open = [{ amount: 1_234_00n, mostFee: 0n }];
		expect([...ids({ ...shared, unlined: 10_234_00n, open }, of)]).toEqual(["9000"]);
		expect([...ids({ ...shared, unlined: 10_234_00n }, of)]).toEqual([]);
	});

	test("that is shared holds whatever subset of its payouts makes up the drop, each with a fee", () => {
		const parts = fc.array(fc.tuple(amount, fc.nat({ max: 100 }), fc.boolean()), { minLength: 1, maxLength: 8 });
		fc.assert(
			fc.property(parts, (some) => {
				const of = some.map(([sum], place) => ({ id: String(place), amount: sum, createdAt: NOW }));
				const gone = some.flatMap(([sum, share, left], place) => (left ? [{ id: String(place), sum, share }] : []));
				const unlined = gone.reduce((all, { sum, share }) => all + sum + ((sum / 100n) * BigInt(share)) / 100n, 0n);
				const held = ids({ ...SILENT, isShared: true, unlined, mostFee: (sum) => sum / 100n }, of);
				for (const { id } of gone) expect(held).toContain(id);
			}),
		);
	});

	test("does not take a line that the list repeats for money that left, unless the balance dropped by it too", () => {
		const once = { id: "1", amount: 5_000_00n, fee: 50_00n, at: NOW, isRepeated: false };
		const again = { ...once, id: "2", isRepeated: true };
		expect(withoutRepeats([once, again], 5_050_00n)).toEqual([once]);
		expect(withoutRepeats([once, again], 0n)).toEqual([once, again]);
	});
});
