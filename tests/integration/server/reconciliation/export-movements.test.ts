import { expect, test } from "vitest";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { requireExport } from "#server/exports/export-file.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readRows, unpack } from "#tests/support/files/read-book.ts";
import { parseCsv, readBytes, readCsv } from "#tests/support/files/read-file.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const viewer = await addMember(database, "viewer");

async function mirrored(lines: WireMovement[]) {
	const { service, system } = ownWallet(database, lines, { TIME_ZONE: "Africa/Lagos" });
	await syncMovements(system, { currency });
	const ask = (query: object = {}) =>
		exportMovements(contextFor(system, viewer), { ...movementExportQuerySchema.parse(query), currency }, exportLabels);
	return { service, system, ask };
}

const AT = "2026-03-09T23:30:00.000001Z";
const HEADS = ["Date and time", "Type", "Amount", "Fee", "Currency"].concat([
	...["Balance after", "Match", "Name", "Payer or recipient", "Operator", "Purpose", "Reference", "Payment ID"],
	"Date and time, UTC",
	"Amount outside totals",
	"Fee outside totals",
	"Withdrawn by the service, UTC",
]);

const UNNAMED = ["", "Before your records began", "", "", "", "", "", ""];

test("a CSV has signed amounts in the currency's own decimals, both clocks and quoted text", async () => {
	const { ask } = await mirrored([
		wireMovement({ amount: "480000.00", fee_amount: "4800.00", created_at: AT }),
		wireMovement({ movement_type: "deposit", amount: "1234567.80", fee_amount: "0.00", created_at: AT }),
	]);
	const file = await ask({ sort: "amount" });
	expect(file.fileName).toBe("movements-XOF-2026-03-10.csv");
	expect(file.contentType).toMatch(/^text\/csv/);
	const text = (await readBytes(file.chunks)).toString("utf8");
	expect(text.startsWith('\uFEFF"Date and time","Type",')).toBe(true);
	const [heads, ...rows] = parseCsv(text, ",");
	expect(heads).toEqual(HEADS);
	const clock = "2026-03-10 00:30:00";
	expect(rows).toEqual([
		[clock, "Payout", "-480000", "-4800", "XOF", ...UNNAMED, AT, "", "", ""],
		// A fraction that the currency does not have is shown, because the service wrote it.
		[clock, "Deposit", "1234567.80", "0", "XOF", ...UNNAMED, AT, "", "", ""],
	]);
});

test("in French a spreadsheet parts cells by semicolons, and decimals by a comma", async () => {
	const { ask } = await mirrored([wireMovement({ amount: "1200.50", fee_amount: "12.00", created_at: AT })]);
	const text = (await readBytes((await ask({ locale: "fr" })).chunks)).toString("utf8");
	const [heads, row] = parseCsv(text, ";");
	expect(heads?.slice(0, 5)).toEqual(["Date et heure", "Type", "Montant", "Frais", "Devise"]);
	expect(row?.slice(1, 5)).toEqual(["Décaissement", "-1200,50", "-12", "XOF"]);
});

test("without a word on the language a file is in the desk's own; an export is written in the record before its first byte", async () => {
	const { ask, system } = await mirrored([]);
	const french = { ...system, config: { ...system.config, defaultLocale: "fr" as const } };
	const file = await exportMovements(
		contextFor(french, viewer),
		{ format: "csv", sort: "-createdAt", currency },
		exportLabels,
	);
	expect((await readCsv(file.chunks, ";"))[0]?.[2]).toBe("Montant");
	expect((await readCsv((await ask()).chunks))[0]?.[2]).toBe("Amount");
	expect((await ask({ type: "deposit", from: "2026-03-01" })).fileName).toBe("movements-XOF-2026-03-01_2026-03-10.csv");
	const entry = await newestEntry(database);
	expect(entry).toMatchObject({
		action: "movement.exported",
		member_id: viewer.id,
		subject_id: currency,
		details: { format: "csv", type: "deposit", from: "2026-03-01", sort: "-createdAt" },
	});
});

test.each([
	...["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1"],
	...['=HYPERLINK("x")', "a,b", 'say "x"', "line\nbreak", "a;b"],
])("the type %j reaches a spreadsheet as text", async (type) => {
	const { ask } = await mirrored([wireMovement({ movement_type: type, created_at: AT })]);
	// An apostrophe before the cell, and before text that a reader of tabs or lines would take for a cell.
	const neutral = type.replace(/^(?![a-z])|(?<=[\t\r])(?==)/g, "'");
	for (const [locale, mark] of [
		["en", ","],
		["fr", ";"],
	] as const) {
		const [, row] = await readCsv((await ask({ locale })).chunks, mark);
		expect(row?.[1]).toBe(neutral);
		// The type has no known direction, so its amount is in no sum.
		expect([row?.[2], row?.[14]]).toEqual(["", "1000"]);
	}
});

test("an export holds exactly the rows of the filter, all pages, in the list's order, and none that came later", async () => {
	const lines = Array.from({ length: 4_500 }, (_, index) =>
		wireMovement({ amount: `${index % 50}.00`, fee_amount: `${index}.00` }),
	);
	const { ask, service, system } = await mirrored(lines);
	const file = await ask({ minAmount: "10", maxAmount: "49", sort: "amount" });
	service.lines = [...lines, wireMovement({ amount: "20.00", fee_amount: "99999.00" })];
	await syncMovements(system, { currency });
	const rows = (await readCsv(file.chunks)).slice(1);
	const sorted = (list: number[]) => list.sort((a, b) => a - b);
	expect(sorted(rows.map(([, , , fee]) => -Number(fee)))).toEqual(
		sorted(lines.filter((line) => Number(line.amount) >= 10).map((line) => Number(line.fee_amount))),
	);
	const amounts = rows.map(([, , amount]) => -Number(amount));
	expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
});

test("a workbook of a few lines is made however many the wallet has; more than a sheet holds are refused", async () => {
	const { ask, system } = await mirrored([wireMovement({ amount: "20.00" }), wireMovement({ amount: "30.00" })]);
	const { environment } = system.config;
	const counted = database.updateTable("movement_sync").set({ mirror_rows: 2_000_000 });
	await counted.where("environment", "=", environment).execute();
	const [, line] = await readRows((await ask({ format: "xlsx", minAmount: "30" })).chunks);
	expect(line?.[2]?.value).toBe("-30");
	const context = contextFor(system, viewer);
	const refused = { code: "invalid_input", fields: { format: "too_many_rows" } };
	await expect(requireExport(context, "xlsx", 2_000_000)).rejects.toMatchObject(refused);
});

test("a cancelled download stops reading", async () => {
	const { ask } = await mirrored(Array.from({ length: 2_100 }, () => wireMovement()));
	const { chunks } = await ask();
	await chunks.next();
	await chunks.return(undefined);
	expect(await chunks.next()).toEqual({ done: true, value: undefined });
});

test("a workbook holds the same rows: text never as a formula, amounts with every digit", async () => {
	const lines = [
		wireMovement({ movement_type: "=1+1 & <b>\u0001", amount: "99999999999999999.99", created_at: AT }),
		...Array.from({ length: 2_500 }, () => wireMovement({ created_at: "2026-03-01T00:00:00Z" })),
	];
	const { ask } = await mirrored(lines);
	const archive = await readBytes((await ask({ format: "xlsx" })).chunks);
	const parts = await unpack(archive);
	expect([...parts.keys()]).toContain("[Content_Types].xml");
	expect(parts.get("xl/workbook.xml")).toContain('name="Movements"');
	const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
	expect(sheet).toContain(">=1+1 &amp; &lt;b&gt;\uFFFD</t>");
	expect(sheet).toContain("<v>99999999999999999.99</v>");
	// 10 March 2026, 00:30 in Lagos.
	expect(sheet).toContain(` s="3"><v>${46_091 + 0.5 / 24}`);
	expect(sheet.match(/<f>[^<]*/g)).toEqual(["C", "D", "O", "P"].map((column) => `<f>SUM(${column}$2:${column}$2502)`));
});

test("below its rows a workbook adds up: each type, and all of them as the spreadsheet reckons", async () => {
	const { ask } = await mirrored([
		wireMovement({ movement_type: "deposit", amount: "500000.00", fee_amount: "7500.00" }),
		wireMovement({ movement_type: "withdrawal", amount: "480000.00", fee_amount: "4800.00" }),
		wireMovement({ movement_type: "deposit", amount: "1000.50", fee_amount: "0.00" }),
		wireMovement({ movement_type: "chargeback", amount: "77.00", fee_amount: "1.00" }),
	]);
	const rows = await readRows((await ask({ format: "xlsx", locale: "fr" })).chunks);
	expect(rows[0]?.map(({ value }) => value).slice(0, 4)).toEqual(["Date et heure", "Type", "Montant", "Frais"]);
	expect(rows[5]).toEqual([]);
	// An empty cell at the end of a row is left out; columns of a payment have no sum.
	expect(rows.slice(6).map((row) => row.map(({ value }) => value).toSpliced(5, 8))).toEqual([
		["Total · Décaissement", "", "-480000", "-4800", "XOF", "", "0", "0"],
		["Total · Encaissement", "", "501000.50", "-7500", "XOF", "", "0", "0"],
		["Total · chargeback", "", "0", "0", "XOF", "", "77", "1"],
		["Total", "", "21000.50", "-12300", "XOF", "", "77", "1"],
	]);
	const last = rows.at(-1) ?? [];
	expect(last[2]?.formula).toBe("SUM(C$2:C$5)");
	// The formula's result equals the cell's own value.
	const column = rows.slice(1, 5).map((row) => Number(row[2]?.value));
	expect(column.reduce((sum, value) => sum + value, 0)).toBe(Number(last[2]?.value));
	expect(column).toContain(-480_000);
});
