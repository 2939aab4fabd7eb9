import { beforeAll, expect, test } from "vitest";
import { parseDecimal } from "#lib/money.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { openContractDesk } from "#tests/support/desk/contract-desk.ts";

const desk = await openContractDesk();
const { sandbox, service, system } = desk;
const minor = (text: string | undefined) => parseDecimal(text ?? "") ?? 0n;

beforeAll(() => sandbox.seed({ now: desk.clock.now().toISOString() }));

function sumOf(lines: readonly WireMovement[], type: string, field: "amount" | "fee_amount"): bigint {
	const ofType = lines.filter((line) => line.movement_type === type);
	return ofType.reduce((total, line) => total + BigInt(line[field].replace(".", "")), 0n);
}

test.each(["XOF", "XAF"])(
	"ninety days of %s are streamed whole, and the mirror holds the same lines to the cent",
	async (currency) => {
		const lines = await desk.movements(currency);
		expect(lines.length).toBeGreaterThan(700);
		expect(await syncMovements(system, { currency })).toMatchObject({ seen: lines.length, fault: null });
		const list = await listMovements(desk.maker, { currency, sort: "-createdAt", limit: 50 });
		const sums = await sumMovements(desk.maker, { currency });
		expect(sums.total).toBe(lines.length);
		expect(list.items).toHaveLength(Math.min(50, lines.length));
		for (const type of ["deposit", "withdrawal"]) {
			const total = sums.totals.find((each) => each.type === type);
			expect(minor(total?.amount)).toBe(sumOf(lines, type, "amount"));
			expect(minor(total?.fee)).toBe(sumOf(lines, type, "fee_amount"));
		}
	},
);

test.each(["XOF", "XAF"])(
	"what the movements of %s add up to is the balance and what open payouts have reserved",
	async (currency) => {
		const lines = await desk.movements(currency);
		const balance = await service.readBalance(currency);
		const held = (await sandbox.balances()).find((wallet) => wallet.currency === currency);
		const paidIn = sumOf(lines, "deposit", "amount") - sumOf(lines, "deposit", "fee_amount");
		const paidOut = sumOf(lines, "withdrawal", "amount") + sumOf(lines, "withdrawal", "fee_amount");
		expect(minor(balance?.balance) + minor(held?.reserved)).toBe(paidIn - paidOut);
	},
);
