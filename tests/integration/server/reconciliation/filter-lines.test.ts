import { beforeEach, expect, test } from "vitest";
import { movementExportQuerySchema, movementQuerySchema, movementSumsQuerySchema } from "#lib/contracts/movement.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { BEGIN, CURRENCY, HOUR, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { viewer, pay, line, reconcile, database } = wallet;
beforeEach(() => wallet.clear());

type Filter = Partial<Record<"operator" | "name" | "purpose" | "from" | "minAmount", string>>;

async function found(filter: Filter) {
	const list = await listMovements(viewer, { ...movementQuerySchema.parse(filter), currency: CURRENCY });
	const sums = await sumMovements(viewer, { ...movementSumsQuerySchema.parse(filter), currency: CURRENCY });
	return { ids: list.items.map(({ id }) => id), total: sums.total, totals: sums.totals };
}

/** Three payouts with their lines, newest last, and a line that no payment explains. */
async function threePayouts() {
	const facts = [
		{ operator: "mtn-ci", recipient_name: "Aminata Koné", note: "Salaire octobre" },
		{ operator: "wave-ci", recipient_name: "Aminata Diallo", note: "Loyer bureau" },
		{ operator: "wave-ci", recipient_name: null, note: null },
	];
	const ids: string[] = [];
	for (const [turn, fact] of facts.entries()) {
		const at = BEGIN + turn * HOUR;
		const amount = `${turn + 1}000.00`;
		const id = await pay({ at, amount });
		await database.updateTable("payment").set(fact).where("id", "=", id).execute();
		ids.push(await line({ at: at + 2_000, amount }));
	}
	await line({ at: BEGIN + 5 * HOUR, amount: "911.00" });
	await reconcile();
	return ids;
}

test("movements are filtered by the operator, the name and the purpose of their payments, and their totals are of the same lines", async () => {
	const [salary, rent, plain] = await threePayouts();
	const whole = await found({});
	expect(whole.total).toBe(4);
	expect(await found({ operator: "wave-ci" })).toEqual({
		ids: [plain, rent],
		total: 2,
		totals: [{ type: "withdrawal", count: 2, amount: "5000.00", fee: "100.00" }],
	});
	expect((await found({ operator: "wave-ci", name: "aminata" })).ids).toEqual([rent]);
	expect(await found({ name: "aminata" })).toMatchObject({ ids: [rent, salary], total: 2 });
	expect(await found({ purpose: "SALAIRE oct" })).toMatchObject({ ids: [salary], total: 1 });
	expect(await found({ operator: "wave-ci", minAmount: "2500" })).toMatchObject({ ids: [plain], total: 1 });
	expect(await found({ operator: "orange-money-ci" })).toEqual({ ids: [], total: 0, totals: [] });
	expect(await found({ name: "!" })).toMatchObject({ ids: [], total: 0 });
});

test("the export has the columns that the list shows, in their order, with the currency and what no total counts", async () => {
	await threePayouts();
	const query = { columns: "when,purpose,amount", sort: "amount" };
	const asked = { ...movementExportQuerySchema.parse(query), currency: CURRENCY };
	const [heads, ...rows] = await readCsv((await exportMovements(viewer, asked, exportLabels)).chunks);
	expect(heads).toEqual([
		...["Date and time", "Purpose", "Amount", "Currency"],
		...["Amount outside totals", "Fee outside totals", "Withdrawn by the service, UTC"],
	]);
	expect(rows.map((row) => row.slice(1, 4))).toEqual([
		["", "-911", "XOF"],
		["Salaire octobre", "-1000", "XOF"],
		["Loyer bureau", "-2000", "XOF"],
		["", "-3000", "XOF"],
	]);
});

test("the export of a filtered list has its lines", async () => {
	await threePayouts();
	const asked = { ...movementExportQuerySchema.parse({ operator: "wave-ci", purpose: "loyer" }), currency: CURRENCY };
	const [heads = [], ...rows] = await readCsv((await exportMovements(viewer, asked, exportLabels)).chunks);
	expect(rows.map((row) => row[heads.indexOf("Name")])).toEqual(["Aminata Diallo"]);
});
