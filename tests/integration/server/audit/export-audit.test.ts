import { beforeAll, expect, test } from "vitest";
import { auditExportQuerySchema } from "#lib/contracts/audit.ts";
import { exportAudit } from "#server/audit/export-audit.ts";
import { listAudit } from "#server/audit/list-audit.ts";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { recordAudit, withAuditOrigin } from "#server/store/audit-log.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readRows } from "#tests/support/files/read-book.ts";
import { readCsv } from "#tests/support/files/read-file.ts";

const { database, pool } = await createTestDatabase();
const system = systemContext({ database });
const [approver, maker] = [await addMember(database, "approver"), await addMember(database, "maker")];
const context = contextFor(system, approver);
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const OFFICE = { address: "203.0.113.7", userAgent: FIREFOX };

const write = (action: string, details: Record<string, string>, minute: number) =>
	database.transaction().execute((trx) =>
		recordAudit(trx, {
			at: new Date(Date.UTC(2026, 2, 10, 9, minute)),
			memberId: maker.id,
			action,
			subjectKind: "payment",
			subjectId: "=p1",
			details,
		}),
	);

beforeAll(async () => {
	const payout = { kind: "payout", state: "awaiting_approval", amount: "480000.00", currency: "XOF", note: "Rent" };
	const facts = { ...payout, operator: "mtn-ci", status: "pending", memberId: approver.id, method: "totp" };
	await withAuditOrigin(OFFICE, () => write("payment.requested", facts, 1));
	await withAuditOrigin({ address: null, userAgent: "curl/8.5.0" }, () => write("session.started", {}, 2));
	await write("payment.sending", { kind: "payout" }, 3);
});

const ask = (query: object = {}) => exportAudit(context, auditExportQuerySchema.parse(query), exportLabels);

test("an entry tells the address and the device of the request that wrote it, and none where there was no request", async () => {
	const { items } = await listAudit(context, { to: "2026-03-10", limit: 3 });
	const told = items.map(({ action, address, device }) => [action, address, device]);
	expect(told).toEqual([
		["payment.sending", null, null],
		["session.started", null, "curl/8.5.0"],
		["payment.requested", OFFICE.address, "Firefox · Linux"],
	]);
});

test("address and device are part of the chain: who changes one is found out", async () => {
	expect((await verifyAudit(database)).bad).toBeNull();
	for (const column of ["address", "user_agent"]) {
		await pool.query("alter table audit_entry disable trigger user");
		const { rows } = await pool.query(
			`select id, ${column} as was from audit_entry where action = 'payment.requested'`,
		);
		await pool.query(`update audit_entry set ${column} = 'another' where id = $1`, [rows[0].id]);
		expect((await verifyAudit(database)).bad).toMatchObject({ id: rows[0].id, fault: "changed" });
		await pool.query(`update audit_entry set ${column} = $2 where id = $1`, [rows[0].id, rows[0].was]);
		const { rows: bare } = await pool.query("select id from audit_entry where action = 'payment.sending'");
		await pool.query(`update audit_entry set ${column} = 'slipped in' where id = $1`, [bare[0].id]);
		expect((await verifyAudit(database)).bad).toMatchObject({ id: bare[0].id, fault: "changed" });
		await pool.query(`update audit_entry set ${column} = null where id = $1`, [bare[0].id]);
		await pool.query("alter table audit_entry enable trigger user");
	}
	expect((await verifyAudit(database)).bad).toBeNull();
});

test("the record as a CSV: in the member's language, newest first, as the page tells it, with address and device", async () => {
	const file = await ask({ locale: "fr", action: "payment", to: "2026-03-10" });
	expect(file.fileName).toMatch(/^audit-\d{4}-\d{2}-\d{2}\.csv$/);
	const [heads, sending, requested] = await readCsv(file.chunks, ";");
	expect(heads?.slice(0, 7)).toEqual(["Date et heure", "Qui", "Action", "Objet", "Détails", "Adresse IP", "Appareil"]);
	expect(sending?.slice(5, 7)).toEqual(["", ""]);
	expect(requested?.slice(0, 8)).toEqual([
		"2026-03-10 09:01:00",
		maker.name,
		"Décaissement · Demandé",
		"'=p1",
		"480\u00a0000\u00a0XOF · Opérateur\u202f: MTN MoMo (CI) · Statut du service\u202f: en attente · Rent · " +
			`Avec code de l’application · Membre\u202f: ${approver.name}`,
		OFFICE.address,
		"Firefox · Linux",
		"payment.requested",
	]);
});

test("an export holds every entry of its filter and tells of itself only afterwards", async () => {
	const before = await listAudit(context, { limit: 200 });
	const rows = await readRows((await ask({ format: "xlsx" })).chunks);
	expect(rows).toHaveLength(before.items.length + 1);
	const [entry] = (await listAudit(context, { limit: 1 })).items;
	expect(entry).toMatchObject({
		action: "audit.exported",
		subjectKind: "audit",
		memberName: approver.name,
		details: { format: "xlsx" },
	});
});
