import { describe, expect, test } from "vitest";
import { DEFAULT_ACCOUNTS } from "#lib/contracts/journal.ts";
import type { Statement, StatementFormat } from "#lib/contracts/statement.ts";
import { addDays, formatCalendarDay } from "#lib/dates.ts";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { formatAmount, minorOf, toDecimal } from "#lib/money.ts";
import { formatCount } from "#lib/text/counts.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { sumDays } from "#server/wallets/sync/day-sums.ts";
import { type Business, dayName, makeBusiness } from "#tests/integration/server/reconciliation/random-days.ts";
import { type Ledger, liveThrough, openRandomDesk } from "#tests/integration/server/reconciliation/random-desk.ts";
import { openOperatorDays } from "#tests/integration/server/statements/operator-days.ts";
import { addMember, contextFor, fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { brokenPdfRules } from "#tests/support/files/pdf-rules.ts";
import { readBook } from "#tests/support/files/read-book.ts";
import { parseCsv, readBytes } from "#tests/support/files/read-file.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";

const CURRENCIES = ["XOF", "XAF", "GNF", "UGX"];
const DAYS = 250;
/** The number of every payment in random-desk.ts. */
const NUMBER = "2250501020304";

renderInThread();
const db = await createTestDatabase();
const { readOperatorDays, readOperatorLines } = openOperatorDays(db.pool);
const businesses = CURRENCIES.map((currency, seed) => makeBusiness(seed + 11, currency, DAYS));
const ledgers = await liveThrough(db, businesses);

/** The desk reconciles once a week, and after the last day. */
async function live(business: Business) {
	const clock = fixedClock(new Date(0));
	const config = testConfig({ WALLET_CURRENCIES: CURRENCIES.join() });
	const system = systemContext({ database: db.database, clock, config });
	const roles = ["maker", "approver", "admin"] as const;
	const people = await Promise.all(roles.map((role) => addMember(db.database, role)));
	const ids = people.map(({ id }) => id);
	const [, , admin] = people;
	if (!admin) throw new Error("three people");
	const ledger: Ledger = ledgers.get(business.currency) ?? { steps: [], lines: [] };
	const context = contextFor(system, admin);
	const desk = openRandomDesk(context, ids, business, ledger);
	const wallet = { environment: config.environment, currency: business.currency };
	const started = { ...wallet, started_at: new Date(0), days_zone: config.timeZone };
	await db.database.insertInto("movement_sync").values(started).execute();
	const reads = business.reads.filter((_, place) => place % 4 === 0 || place === business.reads.length - 1);
	for (const at of reads) {
		clock.advance(at - clock.now().getTime());
		await desk.knowUntil(at);
		await reconcileWallet(system, business);
		await proveDays(system, business);
	}
	const ask = (from: string, to: string) => readStatement(context, { currency: business.currency, from, to });
	await db.database.transaction().execute((trx) => sumDays(trx, wallet, config.timeZone));
	const { timeZone } = config;
	const file = async (format: StatementFormat, locale: Locale = "en") => {
		const asked = { currency: business.currency, from: first, to: last, format, locale };
		return readBytes((await exportStatement(context, asked, exportLabels)).chunks);
	};
	const sumAgain = () => db.database.transaction().execute((trx) => sumDays(trx, wallet, timeZone));
	const withAdjustment = async (then: () => Promise<void>) => {
		const times = { created_at: clock.now(), first_seen_at: clock.now() };
		const line = { ...wallet, type: "adjustment", amount: "100", fee: "0", occurrence: 1, ...times };
		const insert = db.database.insertInto("movement").values(line).returning("id");
		const { id } = await insert.executeTakeFirstOrThrow();
		await sumAgain();
		await then();
		await db.database.deleteFrom("movement").where("id", "=", id).execute();
		await sumAgain();
	};
	return { ledger, ask, business, timeZone, file, withAdjustment };
}

const wallets = await Promise.all(businesses.map(live));
const first = dayName(0);
const last = dayName(DAYS - 1);
const months = [...new Set(Array.from({ length: DAYS }, (_, place) => dayName(place).slice(0, 7)))].map((month) => {
	const to = addDays(`${addDays(`${month}-28`, 7).slice(0, 7)}-01`, -1);
	return { from: `${month}-01`, to };
});

function ledgerSums({ lines }: Ledger, from: string, to: string) {
	const [since, until] = [Date.parse(from), Date.parse(addDays(to, 1))];
	const own = lines.filter(({ at }) => at >= since && at < until);
	const sumOf = (type: string) => own.reduce((sum, line) => sum + (line.type === type ? line.amount : 0n), 0n);
	const fees = own.reduce((sum, line) => sum + line.fee, 0n);
	return { in: sumOf("deposit"), out: sumOf("withdrawal"), fees, count: own.length };
}

/** Hundredths of a file's "1234,5", "" or "-7". */
const minor = (text: string) => minorOf(text.replace(",", ".") || "0");

const sums = (of: Pick<Statement, "in" | "out" | "fees" | "count">) => ({
	...{ in: minorOf(of.in), out: minorOf(of.out), fees: minorOf(of.fees), count: of.count },
});
const amountOf = (balance: Statement["opening"]) => minorOf(balance.amount ?? "0.01");

function differs(of: Pick<Statement, "in" | "out" | "fees" | "adjustments" | "unexplained">, change: bigint): bigint {
	const rest = minorOf(of.in) - minorOf(of.out) - minorOf(of.fees) + minorOf(of.adjustments) + minorOf(of.unexplained);
	return change - rest;
}

describe.each(wallets)(
	"the statements of $business.currency",
	({ ask, ledger, business, timeZone, file, ...wallet }) => {
		test("a line without a sign changes nothing of the months before it", async () => {
			const [month = { from: first, to: last }] = months;
			const before = await ask(month.from, month.to);
			await wallet.withAdjustment(async () => {
				expect(await ask(month.from, month.to)).toEqual(before);
			});
		});

		test("each day of two hundred and fifty has the ledger's sums, and closes with them", async () => {
			const { byDay, opening } = await ask(first, last);
			expect(byDay).toHaveLength(DAYS);
			let before = amountOf(opening);
			for (const day of byDay) {
				expect({ day: day.day, ...sums(day) }).toEqual({ day: day.day, ...ledgerSums(ledger, day.day, day.day) });
				expect(differs(day, amountOf(day.closing) - before)).toBe(0n);
				expect(day.unexplained).toBe("0.00");
				before = amountOf(day.closing);
			}
		});

		test("each month opens with what the one before closed with, and adds up by type, operator and adjustment", async () => {
			let before: Statement | null = null;
			for (const { from, to } of months) {
				const statement = await ask(from, to);
				if (before) expect(statement.opening).toEqual(before.closing);
				expect(sums(statement)).toEqual(ledgerSums(ledger, from, to));
				expect(differs(statement, amountOf(statement.closing) - amountOf(statement.opening))).toBe(0n);
				const { byOperator, byType, adjustmentParts } = statement;
				const added = byOperator.map(sums).reduce((a, b) => ({
					...{ in: a.in + b.in, out: a.out + b.out, fees: a.fees + b.fees, count: a.count + b.count },
				}));
				expect(added).toEqual(sums(statement));
				expect(byType.reduce((sum, { count }) => sum + count, 0)).toBe(statement.count);
				const parts = adjustmentParts.reduce((sum, { amount }) => sum + minorOf(amount), 0n);
				expect(parts).toBe(minorOf(statement.adjustments));
				before = statement;
			}
		});

		test("the last day closes with the balance that the ledger had at the last reading", async () => {
			const { closing } = await ask(first, last);
			const midnight = Date.parse(addDays(last, 1));
			const { at } = business.asked.findLast(({ seenAt }) => seenAt < midnight) ?? { at: 0 };
			const step = ledger.steps.findLast((entry) => entry.at <= at);
			expect(closing).toMatchObject({ amount: toDecimal(step?.balance ?? 0n), knownBy: "proved" });
		});

		test("sums by operator that each match keeps are those of the lines", async () => {
			const [kept, counted] = [
				await readOperatorDays(business.currency),
				await readOperatorLines(business.currency, timeZone),
			];
			expect(kept.length).toBeGreaterThan(100);
			expect(kept).toEqual(counted);
		});

		test("a match that is kept while the sums by operator begin is counted, too", async () => {
			const { currency } = business;
			const { rows } = await db.pool.query(
				`delete from reconciliation_line where movement_id =
				(select max(movement_id) from reconciliation_line where currency = $1 and status = 'matched') returning *`,
				[currency],
			);
			await db.pool.query("update movement_sync set days_zone = null where currency = $1", [currency]);
			const matching = await db.pool.connect();
			await matching.query("begin");
			const wallet = `${rows[0].environment}:${currency}`;
			await matching.query("select pg_advisory_xact_lock(7270403, hashtext($1))", [wallet]);
			await matching.query(
				"insert into reconciliation_line select * from jsonb_populate_record(null::reconciliation_line, $1)",
				[JSON.stringify(rows[0])],
			);
			const begun = db.pool.query("update movement_sync set days_zone = $2 where currency = $1", [currency, timeZone]);
			await untilWaiting(db.database, 1);
			await matching.query("commit");
			matching.release();
			await begun;
			expect(await readOperatorDays(currency)).toEqual(await readOperatorLines(currency, timeZone));
		});

		test("CSV, workbook and journal have the same figures to the unit", async () => {
			const truth = ledgerSums(ledger, first, last);
			const change = truth.in - truth.out - truth.fees;
			const figures = parseCsv((await file("csv", "fr")).toString("utf8"), ";");
			const column = (name: string) => (row: readonly string[]) => minor(row[figures[0]?.indexOf(name) ?? -1] ?? "");
			const total = figures
				.filter(([section]) => section === "Total")
				.map((row) => ["Entrées", "Sorties", "Frais"].map((name) => column(name)(row)));
			expect(total).toEqual([[truth.in, -truth.out, -truth.fees]]);
			const days = figures.filter(([section]) => section === "Jour");
			expect(days).toHaveLength(DAYS);
			const changeOf = (row: string[]) => column("Entrées")(row) + column("Sorties")(row) + column("Frais")(row);
			expect(days.reduce((sum, row) => sum + changeOf(row), 0n)).toBe(change);

			const [, daily, all] = await readBook(await file("xlsx"));
			const lines = all?.rows.slice(1) ?? [];
			const end = lines.findIndex((row) => row.length === 0);
			const own = lines.slice(0, end);
			expect(own).toHaveLength(truth.count);
			expect(own.reduce((sum, row) => sum + minor(row[2]?.value ?? "") + minor(row[3]?.value ?? ""), 0n)).toBe(change);
			const daySums = daily?.rows.at(-1)?.slice(4, 7) ?? [];
			expect(daySums.map(({ value }) => minor(value))).toEqual([truth.in, -truth.out, -truth.fees]);

			const journal = parseCsv((await file("journal")).toString("utf8"), ",").slice(1);
			const sideOf = (rows: readonly string[][]) =>
				rows.reduce((sum, row) => sum + minor(row[5] ?? "") - minor(row[6] ?? ""), 0n);
			for (const rows of Map.groupBy(journal, (row) => row[2]).values()) expect(sideOf(rows)).toBe(0n);
			expect(sideOf(journal.filter((row) => row[3] === DEFAULT_ACCOUNTS.wallet))).toBe(change);
			expect(sideOf(journal.filter((row) => row[3] === DEFAULT_ACCOUNTS.fees))).toBe(truth.fees);
			const ownTexts = own.map((row) => row.map(({ value }) => value).join(" "));
			for (const texts of [ownTexts, journal.map((row) => row.join(" "))]) {
				expect(texts.filter((text) => text.includes("••")).length).toBeGreaterThan(0);
				expect(texts.filter((text) => text.includes(NUMBER))).toEqual([]);
			}
		});
	},
);

// One of them, because four papers of 250 days take half a minute; their figures are compared above.
test.each(wallets.slice(0, 1))(
	"the PDF has every figure of the CSV, and every line",
	async ({ ledger, business, file }) => {
		const { currency } = business;
		const [head = [], ...figures] = parseCsv((await file("csv", "fr")).toString("utf8"), ";");
		const cell = (name: string) => (row: readonly string[]) => row[head.indexOf(name)] ?? "";
		const shown = (name: string) => (row: readonly string[]) =>
			formatAmount(toDecimal(minor(cell(name)(row))), currency, "fr");
		const bytes = await file("pdf", "fr");
		expect(await brokenPdfRules(bytes)).toEqual([]);
		const { text, pages } = await readPdf(bytes);
		const printed = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
		const moved = ["Entrées", "Sorties", "Frais"];
		const day = (row: readonly string[]) => formatCalendarDay(cell("Jour")(row), "fr", last);
		const label = (row: readonly string[]) => cell("Libellé")(row);
		const lineCount = (row: readonly string[]) => formatCount(Number(cell("Lignes")(row)), "fr");
		const sections: Record<string, readonly ((row: readonly string[]) => string)[]> = {
			Jour: [day, ...[...moved, "Ajustements", "Écart", "Solde"].map(shown)],
			Total: [() => "Total", ...[...moved, "Ajustements", "Écart"].map(shown)],
			"Par type": [label, lineCount, ...moved.map(shown)],
			"Par opérateur": [label, lineCount, ...moved.map(shown)],
			"Solde d’ouverture": [() => "Solde d’ouverture", cell("Origine"), shown("Solde")],
			"Solde de clôture": [() => "Solde de clôture", cell("Origine"), shown("Solde")],
		};
		const asPrinted = (row: readonly string[]) =>
			(sections[row[0] ?? ""] ?? []).map((of) => of(row).replace(/\s+/g, " ")).join(" ");
		// Nothing changed on these days: the file for programs has them, the paper leaves them out.
		const isQuiet = (row: readonly string[]) =>
			row[0] === "Jour" && ["Lignes", ...moved, "Ajustements"].every((name) => minor(cell(name)(row)) === 0n);
		const expected = figures.filter((row) => sections[row[0] ?? ""]);
		expect(expected.length).toBeGreaterThan(DAYS + 5);
		const missing = expected.filter((row) => !printed.includes(asPrinted(row)));
		expect(missing).toEqual(expected.filter(isQuiet));
		const lines = printed.slice(printed.indexOf("Lignes"));
		const { count } = ledgerSums(ledger, first, last);
		expect(lines.join(" ").match(/\d\d:\d\d:\d\d/g)).toHaveLength(count);
		for (const [place, page] of pages.entries())
			expect(page.text).toMatch(new RegExp(`Page ${place + 1} sur\\s*${pages.length}`));
	},
);
