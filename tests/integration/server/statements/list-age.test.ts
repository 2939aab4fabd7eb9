import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import { insightsSchema } from "#lib/contracts/insights.ts";
import type { StatementFormat } from "#lib/contracts/statement.ts";
import { readInsights } from "#server/insights/read-insights.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";
import { APRIL, openMonth } from "#tests/support/wallet/open-month.ts";
import { CURRENCY } from "#tests/support/wallet/reconciled-wallet.ts";

renderInThread();
const wallet = await openMonth();
const { clock, look, pool, read, viewer } = wallet;
const today = clock.now();
const from = "2026-04-01";
const to = today.toISOString().slice(0, 10);

/** `at`: of the last list of lines; null before the first. */
const listedAt = (at: string | null) => pool.query("update movement_sync set synced_at = $1", [at]);

async function file(format: StatementFormat): Promise<string> {
	const asked = { ...APRIL, currency: CURRENCY, format };
	const bytes = await readBytes((await exportStatement(viewer, asked, exportLabels)).chunks);
	return format === "pdf" ? (await readPdf(bytes)).text : new TextDecoder().decode(bytes);
}

test("figures of a period that is not over give the time of their list, on paper and in files; a newer list makes another paper", async () => {
	const codeOf = (text: string) => /Check code\W+([-A-Z0-9]+)/i.exec(text)?.[1];
	const texts = new Set<string | undefined>();
	for (const hour of ["06", "07"]) {
		await listedAt(`${to}T${hour}:00:00Z`);
		const asOf = `Figures as of ${Number(to.slice(8))} Apr 2026 ${hour}:00:00, before the end of the period.`;
		const paper = await file("pdf");
		expect(paper.replaceAll(/\s+/g, " ")).toContain(asOf);
		expect((await file("csv")).replaceAll("\u00a0", " ")).toContain(asOf);
		texts.add(codeOf(paper));
	}
	expect(texts.has(undefined)).toBe(false);
	expect(texts.size).toBe(2);
});

test("a balance of today is proved by a list of today only: with an older list it is calculated", async () => {
	await look("94950.00", Date.parse(`${from}T10:00:00Z`));
	await listedAt(`${to}T08:30:00Z`);
	expect((await read(APRIL)).closing).toMatchObject({ amount: "94950.00", knownBy: "proved" });
	await listedAt("2026-04-01T14:00:00Z");
	await look("50000.00", today.getTime() + 60_000);
	const statement = await read(APRIL);
	expect(statement).toMatchObject({ syncedAt: "2026-04-01T14:00:00.000Z", isComplete: false, unexplained: "0.00" });
	expect(statement.closing).toMatchObject({ amount: "94950.00", knownBy: "reckoned" });
	expect(statement.openDays).toMatchObject([{ day: from, to, kind: "not_proved" }]);
	const insights = insightsSchema.parse(await readInsights(viewer, { currency: CURRENCY, ...APRIL }));
	expect(insights).toMatchObject({ syncedAt: statement.syncedAt, isComplete: false });
	expect(insights.books.byDay.at(-1)?.closing.knownBy).toBe("reckoned");
});

test("before the first list is complete no statement leaves as a file, and its figures say that they are not known", async () => {
	await listedAt(null);
	for (const format of ["csv", "xlsx", "pdf", "journal"] as const)
		await expect(file(format)).rejects.toMatchObject({ code: "conflict" });
	const unknown = { syncedAt: null, isComplete: false };
	expect(await readStatement(viewer, { currency: CURRENCY, ...APRIL })).toMatchObject(unknown);
	expect(await readInsights(viewer, { currency: CURRENCY, ...APRIL })).toMatchObject(unknown);
});

test("the day that goes on is proved once for all statements, and again after its payments were matched anew", async () => {
	await look("94950.00", Date.parse(`${from}T10:00:00Z`));
	await listedAt(`${to}T08:40:00Z`);
	const asked: string[] = [];
	const recorded = new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		log: ({ query }) => void asked.push(query.sql),
	});
	const count = (part: string) => asked.filter((text) => text.includes(part)).length;
	const readAgain = () => readStatement({ ...viewer, database: recorded }, { currency: CURRENCY, ...APRIL });
	await readAgain();
	// Each statement reads the days' proofs once.
	expect(count("distinct on (day) day::text")).toBe(1);
	await readAgain();
	expect(count("width_bucket")).toBe(1);
	await pool.query("update reconciliation_wallet set reconciled_at = reconciled_at + interval '1 minute'");
	await readAgain();
	expect(count("width_bucket")).toBe(2);
});
