import { inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { exportMovements } from "#server/wallets/export-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { walletService, wireMovement } from "#tests/support/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const viewer = await addMember(database, "viewer");
let wallets = 0;

async function mirrored(lines: WireMovement[]) {
	wallets += 1;
	const service = walletService(lines);
	const config = testConfig({ MOMO_BASE_URL: `http://127.0.0.1:9/${wallets}/api/v1/`, TIME_ZONE: "Africa/Lagos" });
	const system = systemContext({ database, service, config });
	await syncMovements(system, { currency });
	const ask = (query: object = {}) =>
		exportMovements(contextFor(system, viewer), { ...movementExportQuerySchema.parse(query), currency });
	return { service, system, ask };
}

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const chunk of chunks) parts.push(chunk);
	return Buffer.concat(parts);
}

async function readCsv(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
	const text = (await read(chunks)).toString("utf8");
	expect(text.startsWith("\uFEFFtype,amount,fee,currency,created_at,created_at_utc,withdrawn_at\r\n")).toBe(true);
	return text.split("\r\n").slice(1, -1);
}

const AT = "2026-03-09T23:30:00.000001Z";

test("a CSV has plain amounts, both clocks and quoted text", async () => {
	const { ask } = await mirrored([wireMovement({ amount: "1234567.80", fee_amount: "0.05", created_at: AT })]);
	const file = await ask();
	expect(file.fileName).toBe("movements-XOF-2026-03-10.csv");
	expect(file.contentType).toMatch(/^text\/csv/);
	expect(await readCsv(file.chunks)).toEqual([
		`"withdrawal",1234567.80,0.05,"XOF",2026-03-10T00:30:00.000001+01:00,${AT},`,
	]);
});

test.each([
	"=1+1",
	"+1",
	"-1",
	"@SUM(A1)",
	"\t=1",
	"\r=1",
	" =1",
	"＝1",
	'=HYPERLINK("x")',
	"a,b",
	'say "x"',
	"line\nbreak",
])("the type %j reaches a spreadsheet as text", async (type) => {
	const { ask } = await mirrored([wireMovement({ movement_type: type, created_at: AT })]);
	const text = (await read((await ask()).chunks)).toString("utf8");
	const cell = /\n"((?:[^"]|"")*)",1000\.00,/.exec(text)?.[1] ?? "";
	const isHarmless = /^[a-z]/.test(type);
	expect(cell).toBe((isHarmless ? "" : "'") + type.replaceAll('"', '""'));
});

test("an export holds exactly the rows of the filter, all pages, in the list's order, and none that came later", async () => {
	const lines = Array.from({ length: 4_500 }, (_, index) =>
		wireMovement({ amount: `${index % 50}.00`, fee_amount: `${index}.00` }),
	);
	const { ask, service, system } = await mirrored(lines);
	const file = await ask({ minAmount: "10", maxAmount: "49", sort: "amount" });
	service.lines = [...lines, wireMovement({ amount: "20.00", fee_amount: "99999.00" })];
	await syncMovements(system, { currency });
	const rows = (await readCsv(file.chunks)).map((line) => line.split(","));
	const fees = (list: string[]) => list.sort((a, b) => a.localeCompare(b));
	expect(fees(rows.map(([, , fee = ""]) => fee))).toEqual(
		fees(lines.filter((line) => Number.parseInt(line.amount, 10) >= 10).map((line) => line.fee_amount)),
	);
	const amounts = rows.map(([, amount = ""]) => Number.parseInt(amount, 10));
	expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
});

test("an export is written in the record before its first byte", async () => {
	const { ask } = await mirrored([]);
	await ask({ type: "deposit", from: "2026-03-01" });
	const entry = await database
		.selectFrom("audit_entry")
		.selectAll()
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirstOrThrow();
	expect(entry).toMatchObject({
		action: "movement.exported",
		member_id: viewer.id,
		subject_id: currency,
		details: { format: "csv", type: "deposit", from: "2026-03-01", sort: "-createdAt" },
	});
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
	const parts = unzip(await read((await ask({ format: "xlsx" })).chunks));
	expect([...parts.keys()]).toContain("[Content_Types].xml");
	const sheet = parts.get("xl/worksheets/sheet1.xml") ?? "";
	expect(sheet.match(/<row>/g)).toHaveLength(2_502);
	expect(sheet).toContain(">=1+1 &amp; &lt;b&gt;\uFFFD</t>");
	expect(sheet).toContain("<v>99999999999999999.99</v>");
	// 10 March 2026, 00:30 in Lagos.
	expect(sheet).toContain(`<c s="2"><v>${46_091 + 0.5 / 24}`);
	expect(sheet).not.toContain("<f>");
});

/** By the central directory, as spreadsheet programs read. */
function unzip(archive: Buffer): Map<string, string> {
	const end = archive.length - 22;
	expect(archive.readUInt32LE(end)).toBe(0x06054b50);
	const parts = new Map<string, string>();
	let at = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
		expect(archive.readUInt32LE(at)).toBe(0x02014b50);
		const [packed, length, nameLength] = [
			archive.readUInt32LE(at + 20),
			archive.readUInt32LE(at + 24),
			archive.readUInt16LE(at + 28),
		];
		const start = archive.readUInt32LE(at + 42) + 30 + nameLength;
		const content = inflateRawSync(archive.subarray(start, start + packed));
		expect(content.length).toBe(length);
		parts.set(archive.toString("ascii", at + 46, at + 46 + nameLength), content.toString("utf8"));
		at += 46 + nameLength;
	}
	return parts;
}
