import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { backgroundExportsSchema, MOST_EXPORTS } from "#lib/contracts/background-export.ts";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { downloadExport } from "#server/background-exports/download-export.ts";
import { listExports } from "#server/background-exports/list-exports.ts";
import { removeExport } from "#server/background-exports/remove-export.ts";
import { requestExport } from "#server/background-exports/request-export.ts";
import { writeNextExport } from "#server/background-exports/write-export.ts";
import type { Context } from "#server/context.ts";
import { BACKGROUND_ROWS } from "#server/exports/export-file.ts";
import { listNotices } from "#server/notices/list-notices.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { deleteExpiredRecords } from "#server/store/delete-expired-records.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { markSynced } from "#server/wallets/sync-row.ts";
import { people, person } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readRows } from "#tests/support/files/read-book.ts";
import { readBytes } from "#tests/support/files/read-file.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const { system, clock } = ownWallet(
	database,
	Array.from({ length: 1_200 }, (_, n) => wireMovement({ amount: `${n + 1}.00` })),
);
await syncMovements(system, { currency: "XOF" });
const { viewer, maker, approver } = await people(system);
const PATH = "/api/wallets/XOF/movements/export";
const BY_AMOUNT = `${PATH}?sort=amount&locale=fr&minAmount=201`;

beforeEach(async () => {
	await database.deleteFrom("background_export").execute();
});

const going = new AbortController().signal;
const request = (context: Context, address: string = BY_AMOUNT) => requestExport(context, { address }, exportLabels);
const write = (signal = going) => writeNextExport(system, signal);
const listed = async (context: Context) => backgroundExportsSchema.parse(await listExports(context)).items;
const stateOf = async (context: Context) => (await listed(context)).map(({ state }) => state);

test("a worker writes the file that the list itself would answer with, and tells its member", async () => {
	const { id } = await request(viewer);
	expect(await listed(viewer)).toMatchObject([
		{ id, list: "movements", currency: "XOF", state: "waiting", total: null },
	]);
	await expect(downloadExport(viewer, { id })).rejects.toMatchObject({ code: "not_found" });
	await write();
	const query = movementExportQuerySchema.parse({ sort: "amount", locale: "fr", minAmount: "201" });
	const direct = await readBytes((await exportMovements(viewer, { ...query, currency: "XOF" }, exportLabels)).chunks);
	expect(await listed(viewer)).toMatchObject([
		{ state: "ready", fileName: "movements-XOF-2026-03-10.csv", rows: 1_000, bytes: direct.length },
	]);
	const file = await downloadExport(viewer, { id });
	expect(file).toMatchObject({ fileName: "movements-XOF-2026-03-10.csv", askedOnly: false });
	expect((await readBytes(file.chunks)).equals(direct)).toBe(true);
	expect((await listNotices(viewer)).items).toMatchObject([
		{ kind: "export_ready", details: { file: "movements-XOF-2026-03-10.csv" } },
	]);
	const acts = await auditEntries(database, { member_id: viewer.member.id });
	expect(acts.map(({ action }) => action)).toEqual([
		...["movement.exported", "movement.exported", "export.downloaded"],
	]);
});

test("a workbook is written as well, and a worker takes the oldest first", async () => {
	const first = await request(maker, `${PATH}?format=xlsx&minAmount=1199`);
	await request(viewer);
	await write();
	expect([await stateOf(maker), await stateOf(viewer)]).toEqual([["ready"], ["waiting"]]);
	const rows = await readRows((await downloadExport(maker, first)).chunks);
	expect(rows[0]?.[0]).toMatchObject({ value: "Date and time" });
});

test("only its own member sees, downloads and removes an export", async () => {
	const { id } = await request(viewer);
	await write();
	expect(await listed(maker)).toEqual([]);
	await expect(downloadExport(maker, { id })).rejects.toMatchObject({ code: "not_found" });
	await expect(removeExport(maker, { id })).rejects.toMatchObject({ code: "not_found" });
	await removeExport(viewer, { id });
	expect(await listed(viewer)).toEqual([]);
	const parts = await database.selectFrom("background_export_part").select("place").execute();
	expect(parts).toEqual([]);
});

test("an address that no list has is refused, and so is a list that the member may not read", async () => {
	for (const address of ["/api/members", "/api/payouts", "/api/wallets/xof/movements/export", `${PATH}?sort=colour`])
		await expect(request(viewer, address)).rejects.toMatchObject({ code: "invalid_input" });
	await expect(request(viewer, "/api/audit/export")).rejects.toMatchObject({ code: "forbidden" });
	await expect(request(viewer, "/api/wallets/EUR/movements/export")).rejects.toMatchObject({ code: "wallet_unknown" });
	await request(approver, "/api/audit/export");
	await write();
	expect(await listed(approver)).toMatchObject([{ list: "audit", currency: null, state: "ready" }]);
});

test("a member who lost the right meanwhile gets no file, and is told", async () => {
	const context = await person(system, "approver");
	await request(context, "/api/audit/export");
	await asOwner(database, (trx) => updateRows(trx, "member", { id: context.member.id }, { role: "viewer" }));
	await write();
	expect(await stateOf(context)).toEqual(["failed"]);
	expect((await listNotices(context)).items).toMatchObject([{ kind: "export_failed" }]);
});

test("an export whose worker died is written by another after a minute, from the beginning", async () => {
	const { id } = await request(viewer);
	await sql`update background_export set state = 'writing', tries = 1, progressed_at = now() - interval '50 seconds'`.execute(
		database,
	);
	await write();
	expect(await stateOf(viewer)).toEqual(["writing"]);
	await sql`update background_export set progressed_at = now() - interval '61 seconds'`.execute(database);
	await insertRows(database, "background_export_part", { export_id: id, place: 7, bytes: Buffer.from("old") });
	await write();
	expect(await stateOf(viewer)).toEqual(["ready"]);
	const parts = await database.selectFrom("background_export_part").select("place").execute();
	expect(parts).toEqual([{ place: 0 }]);
});

test("an export that has cost several workers their life is given up", async () => {
	await request(viewer);
	await sql`update background_export set state = 'writing', tries = 3, progressed_at = now() - interval '61 seconds'`.execute(
		database,
	);
	await write();
	expect(await stateOf(viewer)).toEqual(["failed"]);
});

test("a worker that stops gives the export back; a file whose bytes the database has lost is written again", async () => {
	const { id } = await request(viewer);
	await write(AbortSignal.abort());
	expect(await stateOf(viewer)).toEqual(["waiting"]);
	await write();
	expect(await stateOf(viewer)).toEqual(["ready"]);
	await sql`truncate background_export_part`.execute(database);
	await write();
	expect(await stateOf(viewer)).toEqual(["ready"]);
	expect((await readBytes((await downloadExport(viewer, { id })).chunks)).length).toBeGreaterThan(10_000);
});

test("the five newest of a member are kept, for seven days", async () => {
	for (let count = 0; count <= MOST_EXPORTS; count += 1) {
		clock.advance(1_000);
		await request(viewer);
	}
	expect(await listed(viewer)).toHaveLength(MOST_EXPORTS);
	await write();
	expect((await stateOf(viewer)).filter((state) => state === "ready")).toHaveLength(1);
	clock.advance(7 * 86_400_000);
	expect((await stateOf(viewer)).filter((state) => state === "ready")).toHaveLength(0);
	await deleteExpiredRecords(database);
	expect(await database.selectFrom("background_export").select("id").where("state", "=", "ready").execute()).toEqual(
		[],
	);
});

test("a long list says that its file is better asked for in the background, and counts what its filters leave", async () => {
	await sql`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select ${system.config.environment}, 'XOF', 'withdrawal', 5000 + n, 0, timestamptz '2026-03-01' + n * interval '1 second', 0, now()
		from generate_series(1, ${BACKGROUND_ROWS}) as n`.execute(database);
	await sql`update movement_sync set mirror_rows = mirror_rows + ${BACKGROUND_ROWS}, last_movement_id = (select max(id) from movement)`.execute(
		database,
	);
	const check = (query: object) =>
		exportMovements(
			viewer,
			{ ...movementExportQuerySchema.parse({ ...query, ask: "1" }), currency: "XOF" },
			exportLabels,
		);
	expect(await check({})).toMatchObject({ askedOnly: true, isLarge: true, total: BACKGROUND_ROWS + 1_200 });
	expect(await check({ minAmount: "5001" })).toMatchObject({ isLarge: false, total: BACKGROUND_ROWS });
	await request(viewer, `${PATH}?minAmount=5000`);
	await write();
	expect(await listed(viewer)).toMatchObject([{ state: "ready", rows: BACKGROUND_ROWS, total: BACKGROUND_ROWS }]);
	const parts = await database.selectFrom("background_export_part").select("place").execute();
	expect(parts.length).toBeGreaterThan(5);
});

test("so does a long statement of its workbook and its journal; figures and a paper come at once", async () => {
	const { environment } = system.config;
	await sql`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select ${environment}, 'XAF', 'deposit', 5000 + n, 0, timestamptz '2026-03-01' + n * interval '1 second', 0, now()
		from generate_series(0, ${BACKGROUND_ROWS}) as n`.execute(database);
	await markSynced(database, { environment, currency: "XAF" }, clock.now());
	const march = { from: "2026-03-01", to: "2026-03-31", locale: "en" } as const;
	for (const [format, isLarge] of [
		["xlsx", true],
		["journal", true],
		["pdf", false],
		["csv", false],
	] as const) {
		const asked = { ...march, format, ask: "1", currency: "XAF" } as const;
		expect((await exportStatement(viewer, asked, exportLabels)).isLarge, format).toBe(isLarge);
	}
	const address = `/api/statements/XAF?${new URLSearchParams(march)}`;
	for (const format of ["", "&format=pdf", "&format=csv"])
		await expect(request(viewer, address + format)).rejects.toMatchObject({ code: "invalid_input" });
	await request(viewer, `${address}&format=journal&form=odoo`);
	await write();
	const rows = BACKGROUND_ROWS + 1;
	expect(await listed(viewer)).toMatchObject([
		{
			...{ list: "statements", currency: "XAF", state: "ready", rows, total: rows },
			fileName: "journal-XAF-2026-03-01-2026-03-31-odoo.csv",
		},
	]);
});
