import { beforeEach, expect, test } from "vitest";
import { exceptionListSchema } from "#lib/contracts/reconciliation.ts";
import { listExceptions } from "#server/reconciliation/list-exceptions.ts";
import { BEGIN, CURRENCY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { reconcile, line, pay, read, viewer, pool } = wallet;
beforeEach(() => wallet.clear());

/** Alarms (withdrawals that nobody sent) and deposits that nobody started, some at the very same instant. */
async function unmatchedLines(count: number): Promise<void> {
	await pay({ amount: "1.00" });
	await line({ amount: "1.00" });
	for (let index = 0; index < count; index += 1) {
		const type = index % 3 === 0 ? "withdrawal" : "deposit";
		await line({ type, amount: `${1_000 + index}.00`, at: BEGIN + Math.floor(index / 4) * MINUTE });
	}
	await reconcile(HOUR);
}

async function walk(limit: number): Promise<string[]> {
	const seen: string[] = [];
	let after: string | undefined;
	do {
		const input = { currency: CURRENCY, limit, ...(after ? { after } : {}) };
		const page = exceptionListSchema.parse(await listExceptions(viewer, input));
		expect(page.exceptions.length).toBeLessThanOrEqual(limit);
		seen.push(...page.exceptions.map(({ id }) => id));
		after = page.nextExceptions ?? undefined;
	} while (after);
	return seen;
}

test("every finding stands on one page, alarms first and then the newest, whatever the size of a page", async () => {
	await unmatchedLines(23);
	const whole = await listExceptions(viewer, { currency: CURRENCY, limit: 100 });
	expect(whole).toMatchObject({ exceptionCount: 23, exceptionsBeyond: 0, nextExceptions: null });
	const order = whole.exceptions.map(({ alarm, at }) => `${alarm ? 1 : 0} ${at}`);
	expect(order).toEqual([...order].sort().toReversed());
	for (const limit of [1, 2, 7, 8, 22, 23]) expect(await walk(limit)).toEqual(whole.exceptions.map(({ id }) => id));
});

test("the page of the wallet shows the first fifty and leads to the others", async () => {
	await unmatchedLines(61);
	const first = await read();
	expect(first.exceptions).toHaveLength(50);
	expect(first.exceptionCount).toBe(61);
	const rest = await listExceptions(viewer, { currency: CURRENCY, after: first.nextExceptions ?? "", limit: 50 });
	expect(rest.exceptions).toHaveLength(11);
	expect(rest.nextExceptions).toBeNull();
	expect(new Set([...first.exceptions, ...rest.exceptions].map(({ id }) => id)).size).toBe(61);
});

test("a page begins at its place also when what stood there has been decided meanwhile", async () => {
	await unmatchedLines(9);
	const all = await walk(9);
	const { nextExceptions } = await listExceptions(viewer, { currency: CURRENCY, limit: 4 });
	await pool.query("delete from reconciliation_exception where digest = $1", [(nextExceptions ?? "").split(".")[2]]);
	const { exceptions } = await listExceptions(viewer, { currency: CURRENCY, after: nextExceptions ?? "", limit: 9 });
	expect(exceptions.map(({ id }) => id)).toEqual(all.slice(4));
});

test.each(["x", "1.5", "2.1.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", `1.999999999999999.${"a".repeat(43)}`])(
	"the place %j is none of ours, and refused by name",
	async (after) => {
		await expect(listExceptions(viewer, { currency: CURRENCY, after, limit: 50 })).rejects.toMatchObject({
			code: "invalid_input",
			fields: { after: "invalid" },
		});
	},
);
