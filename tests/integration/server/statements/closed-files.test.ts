import { expect, test } from "vitest";
import { DEFAULT_ACCOUNTS } from "#lib/contracts/journal.ts";
import type { StatementRequest } from "#lib/contracts/statement.ts";
import { readInsights } from "#server/insights/read-insights.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { changeJournalAccounts } from "#server/statements/change-journal-accounts.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { reopenMonth } from "#server/statements/reopen-month.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { APRIL, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { CURRENCY, DAY } from "#tests/support/wallet/reconciled-wallet.ts";

renderInThread();

const FILES = [
	...[{ format: "csv" }, { format: "xlsx" }, { format: "pdf" }, { format: "journal" }],
	{ format: "journal", form: "odoo" },
	{ format: "journal", form: "sage" },
] as const;

type Month = Awaited<ReturnType<typeof openMonth>>;

async function drawAll({ viewer }: Month): Promise<Map<string, Buffer>> {
	const drawn = new Map<string, Buffer>();
	for (const locale of ["en", "fr"] as const)
		for (const file of FILES) {
			const asked: StatementRequest & { format: (typeof file)["format"] } = { ...MARCH, ...file, locale };
			const { chunks } = await exportStatement(viewer, { ...asked, currency: CURRENCY }, exportLabels);
			drawn.set([...Object.values(file), locale].join(" "), await readBytes(chunks));
		}
	return drawn;
}

/** Changes everything that a line's row shows beside the line itself, and takes its payment away. */
async function changeEverything({ pool, admin, payoutId, lateLine, clock }: Month): Promise<void> {
	const client = await pool.connect();
	try {
		await client.query("set session_replication_role = replica");
		await client.query("update operator set name = 'Another operator'");
		await client.query(
			"update payment set recipient_name = 'Another person', note = 'Another purpose', reference = 'TX-other' where id = $1",
			[payoutId],
		);
	} finally {
		await client.query("set session_replication_role = origin");
		client.release();
	}
	await pool.query("delete from reconciliation_line where payment_id = $1", [payoutId]);
	await changeJournalAccounts(admin, { ...DEFAULT_ACCOUNTS, journal: "OD", wallet: "571", payouts: "409" });
	await lateLine({ amount: "300.00" });
	clock.advance(2 * DAY);
}

test("every file of a closed month stays as it was, byte for byte, whatever names, references, matches and accounts become, until the month is reopened: its files then show what is known now", async () => {
	const month = await openMonth();
	await month.close();
	const closed = await drawAll(month);
	const figures = await month.read();
	await changeEverything(month);
	const later = await drawAll(month);
	expect([...later.keys()].filter((name) => !later.get(name)?.equals(closed.get(name) ?? Buffer.of()))).toEqual([]);
	expect({ ...(await month.read()), syncedAt: null }).toEqual({ ...figures, syncedAt: null });
	const wish = { currency: CURRENCY, month: "2026-03", version: 2, decision: "reopen", note: "A line came" } as const;
	await byTwo(month.admin, async () => (await reopenMonth(month.admin, wish)) ?? {});
	const open = await drawAll(month);
	expect([...open.keys()].filter((name) => open.get(name)?.equals(closed.get(name) ?? Buffer.of()))).toEqual([]);
	expect(open.get("journal en")?.toString("utf8")).toContain('"OD"');
});

test("the journal that the confirming person sees is the one that is kept: it has the accounts of the proposal", async () => {
	const { decide, approver, admin, viewer } = await openMonth();
	const journal = async () => {
		const asked = { ...MARCH, currency: CURRENCY, format: "journal" } as const;
		return String(await readBytes((await exportStatement(viewer, asked, exportLabels)).chunks));
	};
	await decide(approver, "propose");
	await changeJournalAccounts(admin, { ...DEFAULT_ACCOUNTS, payouts: "422" });
	const seen = await journal();
	expect(seen).not.toContain("422");
	await decide(admin, "confirm", { version: 1 });
	expect(await journal()).toBe(seen);
});

test("Insights of a closed month has the money of its statement, whatever becomes of its lines and matches", async () => {
	const month = await openMonth();
	await month.close();
	await month.pool.query("delete from reconciliation_line where payment_id = $1", [month.payoutId]);
	await month.pool.query("update movement set withdrawn_at = now()");
	const insights = await readInsights(month.viewer, { currency: CURRENCY, ...MARCH });
	expect(await month.read()).toMatchObject(insights.books);
	expect(insights.books.byOperator).toMatchObject([{ out: "5000.00" }]);
	const next = await readInsights(month.viewer, { currency: CURRENCY, ...APRIL });
	expect(next.before).toMatchObject({ ...MARCH, out: "5000.00" });
});
