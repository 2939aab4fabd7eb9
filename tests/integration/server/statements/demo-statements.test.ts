/** Compares the statements of the demo's past with the sandbox's books, in each format, by independent readers; and Home with both. */
import { expect, test } from "vitest";
import type { Statement, StatementFormat } from "#lib/contracts/statement.ts";
import { addDays } from "#lib/dates.ts";
import { formatAmount, minorOf, sumOfSizes, toDecimal } from "#lib/money.ts";
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import { prepareSandbox } from "#server/cli/launcher/prepare-demo.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { renderInThread } from "#server/papers/paper-thread.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { fixedClock, person, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { pdfTexts } from "#tests/support/files/pdf-texts.ts";
import { type BookCell, readBook } from "#tests/support/files/read-book.ts";
import { parseCsv, readBytes } from "#tests/support/files/read-file.ts";
import { walletService, wireWallet } from "#tests/support/wallet/wallet-service.ts";

const NOW = new Date("2026-03-10T15:00:00.000Z");
const CURRENCIES = ["XOF", "XAF"];
/** The demo has ninety days of data, with balance readings for the last 45. */
const MONTHS = ["2025-12", "2026-01", "2026-02"].map((month) => ({
	from: `${month}-01`,
	to: addDays(`${addDays(`${month}-28`, 7).slice(0, 7)}-01`, -1),
}));
const OPEN = { from: "2026-03-01", to: "2026-03-31" };

renderInThread();
const { pool, database } = await createTestDatabase();
const system = systemContext({ database, clock: fixedClock(NOW) });
await prepareSandbox(pool, NOW);
await seedDemo(pool, {
	...{ environment: system.config.environment, currencies: CURRENCIES },
	...{ sandboxOrigin: "http://localhost:4010", now: NOW },
});
for (const currency of CURRENCIES) {
	await reconcileWallet(system, { currency });
	await proveDays(system, { currency });
}
const viewer = await person(system, "viewer");

type Period = (typeof MONTHS)[number];
const read = (currency: string, period: Period) => readStatement(viewer, { currency, ...period });

/** Sums of the sandbox's lines that it shows by then. */
async function ledgerSums(currency: string, { from, to }: Period) {
	const { rows } = await pool.query<Record<"in" | "out" | "fees" | "count", string>>(
		`select coalesce(sum(amount) filter (where type = 'deposit'), 0)::numeric(30, 2)::text as in,
			coalesce(sum(amount) filter (where type = 'withdrawal'), 0)::numeric(30, 2)::text as out,
			coalesce(sum(fee), 0)::numeric(30, 2)::text as fees, count(*)::text as count
		from sandbox.movement where currency = $1 and created_at >= $2 and created_at < $3 and coalesce(shown_from, $4) <= $4`,
		[currency, from, addDays(to, 1), NOW],
	);
	const [sums] = rows;
	return { ...sums, count: Number(sums?.count) };
}

/** The wallet's balance in the sandbox's own ledger. */
async function ledgerBalance(currency: string, until: string): Promise<string> {
	const { rows } = await pool.query<{ balance: string }>(
		`select coalesce(sum(entry.amount), 0)::numeric(30, 2)::text as balance
		from sandbox.entry join sandbox.journal on journal.id = journal_id
		where account_id = (select account_id from sandbox.wallet where currency = $1) and journal.at <= $2`,
		[currency, until],
	);
	return rows[0]?.balance ?? "";
}

const figuresOf = (of: Statement) => ({ in: of.in, out: of.out, fees: of.fees, count: of.count });
const FIGURES = ["in", "out", "fees", "adjustments", "unexplained"] as const;

/** The signed totals, and the balances at both ends, as each file must have them. */
function told(of: Statement) {
	const signed = { ...of, out: toDecimal(-minorOf(of.out)), fees: toDecimal(-minorOf(of.fees)) };
	return {
		total: FIGURES.map((name) => minorOf(signed[name])),
		opening: minorOf(of.opening.amount ?? ""),
		closing: minorOf(of.closing.amount ?? ""),
		count: of.count,
	};
}

async function file(currency: string, period: Period, format: StatementFormat): Promise<Buffer> {
	const asked = { currency, ...period, format, locale: "en" } as const;
	return readBytes((await exportStatement(viewer, asked, exportLabels)).chunks);
}

const HEADS = ["Money in", "Money out", "Fees", "Adjustments", "Difference"];

/** Reads the table of figures, which CSV and workbook share. */
function toldBy(rows: readonly (readonly string[])[]) {
	const [heads = []] = rows;
	const cell = (section: string, head: string) =>
		rows.find(([name]) => name === section)?.[heads.indexOf(head)] ?? "no cell";
	return {
		total: HEADS.map((head) => minorOf(cell("Total", head))),
		opening: minorOf(cell("Opening balance", "Balance")),
		closing: minorOf(cell("Closing balance", "Balance")),
		count: Number(cell("Total", "Lines")),
	};
}

const textsOf = (rows: BookCell[][]) => rows.map((row) => row.map((cell) => cell?.value ?? ""));

test.each(CURRENCIES)(
	"each month of the demo's %s wallet adds up to the sandbox's ledger, and opens with what the one before closed with",
	async (currency) => {
		let before: Statement | null = null;
		for (const period of [...MONTHS, OPEN]) {
			const statement = await read(currency, period);
			expect(figuresOf(statement)).toEqual(await ledgerSums(currency, period));
			expect(statement.count).toBeGreaterThan(50);
			if (before) expect(statement.opening).toEqual(before.closing);
			const { total, opening, closing } = told(statement);
			expect(closing - opening).toBe(total.reduce((sum, part) => sum + part, 0n));
			before = statement;
		}
	},
);

test.each(CURRENCIES)(
	"the %s balances that the desk read are those of the ledger; earlier ones follow from the first reading, and say so",
	async (currency) => {
		const [december, january, february] = await Promise.all(MONTHS.map((period) => read(currency, period)));
		// The last reading of a day is a minute before midnight.
		for (const { closing, to } of [january, february].flatMap((one) => one ?? [])) {
			expect(["proved", "read"]).toContain(closing.knownBy);
			expect(closing.amount).toBe(await ledgerBalance(currency, `${to}T23:59:00Z`));
		}
		const amount = await ledgerBalance(currency, "2025-12-31T23:59:59.999Z");
		expect(december?.closing).toMatchObject({ knownBy: "reckoned", amount });
		expect(december?.opening).toMatchObject({ knownBy: "reckoned", amount: "0.00" });
		const since = [december, january, february].map((one) => one?.knownFrom?.slice(0, 10) ?? null);
		expect(since).toEqual(["2026-01-24", "2026-01-24", null]);
	},
);

const CASES = CURRENCIES.flatMap((currency) =>
	[...MONTHS, OPEN].map((period) => [currency, period.from, period] as const),
);

test.each(CASES)(
	"CSV and workbook of the %s statement from %s on say what the screen says, to the unit",
	async (currency, _from, period) => {
		const truth = told(await read(currency, period));
		expect(toldBy(parseCsv((await file(currency, period, "csv")).toString("utf8"), ","))).toEqual(truth);
		const [totals, days, lines] = await readBook(await file(currency, period, "xlsx"));
		expect(toldBy(textsOf(totals?.rows ?? []))).toEqual(truth);
		const daySum = textsOf(days?.rows ?? []).at(-1) ?? [];
		expect(daySum.slice(4, 9).map((value) => minorOf(value))).toEqual(truth.total);
		expect(lines?.rows.filter(([first]) => first?.kind === "date")).toHaveLength(truth.count);
	},
);

// A whole month and the open one, because each paper is read by three programs.
test.each(CASES.filter(([currency, from]) => from === (currency === "XOF" ? OPEN.from : "2026-01-01")))(
	"the PDF of the %s statement from %s on says what the screen says, to each of its readers",
	async (currency, _from, period) => {
		const { total, opening, closing } = told(await read(currency, period));
		const [totalIn = 0n, totalOut = 0n, totalFees = 0n, , unexplained = 0n] = total;
		const money = (minor: bigint) => formatAmount(toDecimal(minor), currency, "en").replace(/\s/g, " ");
		const printed = [...[`Money in ${money(totalIn)}`, `Money out ${money(totalOut)}`, `Fees ${money(totalFees)}`]];
		const balances = [
			new RegExp(`Difference (\\d+ days? ha(s|ve) a difference, listed below )?${money(unexplained)} `),
			new RegExp(`Opening balance [a-z, ]+ ${money(opening)} `),
			new RegExp(`Closing balance [a-z, ]+ ${money(closing)} `),
		];
		for (const { reader, text } of await pdfTexts(await file(currency, period, "pdf"))) {
			const missing = printed.filter((line) => !text.includes(line));
			expect(missing, reader).toEqual([]);
			for (const balance of balances) expect(text, reader).toMatch(balance);
		}
	},
);

test("a wallet had one balance before its first line; a statement of the year 1 is answered at once", async () => {
	const began = await read("XOF", { from: "2025-11-30", to: "2025-11-30" });
	expect(began.opening.amount).not.toBeNull();
	for (const year of ["0001", "1066", "1999"])
		expect(await read("XOF", { from: `${year}-01-01`, to: `${year}-12-31` })).toMatchObject({
			...{ opening: began.opening, closing: began.opening, in: "0.00", out: "0.00", count: 0, unexplained: "0.00" },
		});
});

test("a period that has not begun opens and closes with the newest balance", async () => {
	const now = await read("XOF", OPEN);
	expect(now.closing.amount).not.toBeNull();
	const unchanged = { opening: now.closing, count: 0 };
	for (const month of ["2026-04", "2027-12"])
		expect(await read("XOF", { from: `${month}-01`, to: `${month}-30` })).toMatchObject(unchanged);
});

test("Home and the reconciliation say the same of each day of the demonstration", async () => {
	const service = walletService();
	service.balance = async (currency) => {
		const last = database.selectFrom("balance_reading").select(["balance", "updated_at"]);
		const look = last.where("currency", "=", currency).orderBy("id", "desc").limit(1);
		const { balance, updated_at } = await look.executeTakeFirstOrThrow();
		return wireWallet({ currency_code: currency, balance, updated_at: updated_at.toISOString() });
	};
	const context = { ...viewer, service };
	const { days, open, current } = await readReconciliation(context, { currency: "XOF" });
	const { wallets } = await readOverview(context);
	const trend = wallets.find(({ currency }) => currency === "XOF")?.trend ?? [];
	const told = trend.flatMap((one) => {
		const proof = days.find(({ day }) => day === one.day);
		return proof?.closing ? [{ ...one, closing: proof.closing.balance, gap: proof.gap }] : [];
	});
	expect(told.length).toBeGreaterThan(20);
	expect(told.map(({ balance }) => balance)).toEqual(told.map(({ closing }) => closing));
	for (const { unmatched, gap } of told) expect(unmatched ?? "0.00").toBe(gap);
	const wallet = wallets.find(({ currency }) => currency === "XOF");
	expect(open.days.length).toBeGreaterThan(0);
	expect(wallet?.differences).toEqual({
		now: current?.status === "gap" ? current.gap : null,
		...{ days: open.days.length, amount: sumOfSizes(open.days.map(({ gap }) => gap)) },
	});
	expect(told.filter(({ unmatched }) => unmatched !== undefined).length).toBeGreaterThan(0);
});
