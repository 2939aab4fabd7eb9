import { expect, test } from "vitest";
import type { Statement } from "#lib/contracts/statement.ts";
import en from "#lib/i18n/en.json";
import { paperTexts } from "#lib/papers/paper-texts.ts";
import type { Block } from "#server/papers/paper.ts";
import { figureBlocks, lineBlocks, partBlocks, type Writing } from "#server/statements/statement-blocks.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";

const WRITING: Writing = {
	...{ labels: en, texts: paperTexts("en", en), currency: "XOF" },
	place: { locale: "en", timeZone: "Africa/Abidjan" },
};
const BALANCE = { amount: "1000.00", knownBy: "proved", onTheWay: "0.00" } as const;
const SUMS = { in: "500.00", out: "200.00", fees: "10.00", adjustments: "0.00", unexplained: "-40.00" };
const STATEMENT: Statement = {
	...{ currency: "XOF", from: "2026-03-01", to: "2026-03-31", opening: { ...BALANCE, amount: null } },
	...{ closing: { ...BALANCE, onTheWay: "75.00" }, ...SUMS, count: 3, adjustmentParts: [], byOperator: [], late: [] },
	byDay: [
		...["2026-03-02", "2026-03-03"].map((day) => ({
			...{ day, in: "0.00", out: "0.00", fees: "0.00", adjustments: "0.00", unexplained: "0.00" },
			...{ count: 0, closing: BALANCE },
		})),
		{ day: "2026-03-04", ...SUMS, count: 3, closing: BALANCE },
	],
	byType: [
		{ type: "deposit", count: 1, amount: "500.00", fee: "0.00" },
		{ type: "withdrawal", count: 1, amount: "200.00", fee: "10.00" },
	],
	openDays: [
		{ day: "2026-03-01", to: "2026-03-03", kind: "not_proved", amount: "0.00", reason: null },
		{ day: "2026-03-04", to: "2026-03-04", kind: "unexplained", amount: "-40.00", reason: "Paid at the counter" },
	],
	...{ knownFrom: null, syncedAt: null, isComplete: true, monthClosing: null, walletReference: "WF-1" },
};
const LINE: StatementLine = {
	...{ id: "1", createdAt: "2026-03-04T10:00:02.000000Z", day: "2026-03-04", type: "withdrawal", amount: "200.00" },
	...{ fee: "10.00", paymentId: null, operator: "mtn", operatorName: "MTN MoMo", who: "+225 05 •• •• 03 04" },
	...{ purpose: null, reference: "TX-1" },
};

/** Each table by its heading: column heads, then rows. */
function tables(blocks: readonly Block[]): Record<string, (readonly string[])[]> {
	const found: Record<string, (readonly string[])[]> = {};
	let heading = "";
	for (const block of blocks) {
		if (block.kind === "heading") heading = block.text;
		if (block.kind === "table") found[heading] = [block.columns.map(({ head }) => head)];
		if (block.kind === "rows") found[heading]?.push(...block.rows);
	}
	return found;
}

test("the first table leads from the opening balance to the closing one, and says how each is known", () => {
	expect(Object.values(tables(figureBlocks(STATEMENT, WRITING)))[0]?.slice(1)).toEqual([
		["Opening balance", "read and proved", "–"],
		["Money in", "", "500"],
		["Money out", "", "−200"],
		["Fees", "", "−10"],
		["Adjustments", "", "0"],
		["Difference", "1 day has a difference, listed below", "−40"],
		["Closing balance", "read and proved", "1\u00a0000"],
		["Payouts with the operator at the end of the period, already deducted", "", "75"],
	]);
});

test("parts have their totals, days their reasons, and a column or a table in which nothing stands is left out", () => {
	expect(tables(partBlocks(STATEMENT, WRITING))).toEqual({
		"By type": [
			["Type", "Lines", "Money in", "Money out", "Fees"],
			["Deposit", "1", "500", "0", "0"],
			["Payout", "1", "0", "−200", "−10"],
			["Total", "3", "500", "−200", "−10"],
		],
		"Days with a difference": [
			["Day", "Difference", "Reason"],
			["4 Mar", "−40", "Paid at the counter"],
		],
		"No balance reading: calculated, not proved": [
			["Period", "Reason"],
			["1 Mar – 3 Mar", "–"],
		],
		"By day": [
			["Day", "Money in", "Money out", "Fees", "Adjustments", "Difference", "Balance"],
			["4 Mar", "500", "−200", "−10", "0", "−40", "1\u00a0000"],
			["Total", "500", "−200", "−10", "0", "−40", ""],
		],
	});
});

test("lines of a type without a sign have no amount that counts: it is named beside, outside the total", async () => {
	async function* batches() {
		const alone = { who: null, operatorName: null, operator: null };
		yield [LINE, { ...LINE, ...alone, type: "correction", amount: "7.00", fee: "1.00" }];
	}
	const byType = [...STATEMENT.byType, { type: "correction", count: 1, amount: "7.00", fee: "0.00" }];
	const blocks: Block[] = [];
	for await (const some of lineBlocks(batches(), { ...STATEMENT, byType }, WRITING)) blocks.push(...some);
	expect(tables(blocks).Lines?.slice(1)).toEqual([
		["4 Mar\n10:00:02", "Payout", "+225\u00a005\u00a0••\u00a0••\u00a003\u00a004\nMTN MoMo", "TX-1", "−200", "−10"],
		["4 Mar\n10:00:02", "correction", "Amount outside totals 7\nFee outside totals 1", "TX-1", "", ""],
		["Total", "", "", "", "300", "−10"],
	]);
});

test("days on which nothing changed have no row, and a sentence says so", () => {
	expect(partBlocks(STATEMENT, WRITING).at(-1)).toEqual({ kind: "text", text: en.statements.quietDays });
	const whole = { ...STATEMENT, byDay: STATEMENT.byDay.slice(-1) };
	expect(partBlocks(whole, WRITING).at(-1)).toMatchObject({ kind: "rows", isTotal: true });
});

test("a period without a line says so", async () => {
	async function* batches() {}
	const blocks: Block[] = [];
	for await (const some of lineBlocks(batches(), STATEMENT, WRITING)) blocks.push(...some);
	expect(blocks).toEqual([{ kind: "text", text: "No lines in this period." }]);
});
