import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "#server/audit/verify-audit.ts";
import { auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import { recordAudits } from "#server/store/audit-log.ts";
import { type Head, keepHead, readHead } from "#server/store/head-file.ts";
import { testConfig } from "#tests/support/contexts.ts";
import { asOwner } from "#tests/support/database/tamper-audit.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { passedOn } from "#tests/support/programs/passed-on.ts";
import { auditEntries, newestEntry } from "#tests/support/rows/audit-entries.ts";

const { database, pool, url } = await createTestDatabase();
const { dataDir } = testConfig();
const PROJECT = fileURLToPath(new URL("../../../../", import.meta.url));
let ids: string[] = [];
let head: Head = { entry: "0", hash: "", at: "" };
afterAll(() => rm(dataDir, { recursive: true, force: true }));

beforeEach(async () => {
	await asOwner(pool, "truncate audit_entry, audit_seal");
	const facts = ["a", "b", "c", "d", "e"].map((subjectId, index) => ({
		at: new Date(Date.UTC(2026, 2, 10, 9, index)),
		memberId: null,
		action: "payment.succeeded",
		subjectKind: "payment" as const,
		subjectId,
		details: { amount: "45000.00", état: "payé", note: `"${subjectId}"` },
	}));
	await database.transaction().execute((trx) => recordAudits(trx, facts));
	const rows = await auditEntries(database);
	ids = rows.map(({ id }) => id);
	const last = rows.at(-1);
	if (last) head = { entry: last.id, hash: last.hash, at: last.at.toISOString() };
	await keepHead({ dataDir }, "worker", head);
});

const idAt = (place: number) => ids[place] ?? "";

test("an untouched record is whole, to its head; an empty record is whole", async () => {
	const { hash } = await newestEntry(database);
	expect(await verifyAudit(database)).toEqual({ entries: 5, head: hash, seal: null, bad: null, missed: null });
	await asOwner(pool, "truncate audit_entry");
	expect(await verifyAudit(database)).toEqual({ entries: 0, head: FIRST_HASH, seal: null, bad: null, missed: null });
});

describe("an edit", () => {
	test.each([
		["details", `'{"amount": "1.00"}'`],
		["action", "'payment.failed'"],
		["subject_id", "'x'"],
		["subject_kind", "'member'"],
		["at", "at + interval '1 second'"],
		["at", "'infinity'"],
		["hash", "repeat('f', 64)"],
		["previous_hash", "repeat('f', 64)"],
		["member_name", "'Somebody else'"],
		["written_by", "'cauri_worker'"],
	])("of %s is found at the very entry", async (column, value) => {
		await asOwner(pool, `update audit_entry set ${column} = ${value} where id = $1`, [idAt(2)]);
		expect(await verifyAudit(database)).toMatchObject({ entries: 2, bad: { id: idAt(2), fault: "changed" } });
	});
});

test.each([0, 2])("a removed entry is found at the one after it (place %i)", async (place) => {
	await asOwner(pool, "delete from audit_entry where id = $1", [idAt(place)]);
	expect(await verifyAudit(database)).toMatchObject({ entries: place, bad: { id: idAt(place + 1), fault: "broken" } });
});

test("two entries that changed places are found at the first of them", async () => {
	const columns = "at, member_id, action, subject_kind, subject_id, details, previous_hash, hash";
	await asOwner(
		pool,
		`update audit_entry as one set (${columns}) = (select ${columns} from audit_entry as other where other.id =
			case one.id when $1::bigint then $2::bigint else $1::bigint end) where id in ($1, $2)`,
		[idAt(1), idAt(3)],
	);
	expect(await verifyAudit(database)).toMatchObject({ entries: 1, bad: { id: idAt(1), fault: "broken" } });
});

test("an entry slipped in between is found", async () => {
	await asOwner(
		pool,
		`insert into audit_entry (id, at, action, subject_kind, subject_id, details, previous_hash, hash) overriding system value
			select (select max(id) + 1 from audit_entry), at, action, subject_kind, 'slipped in', details, previous_hash, hash
			from audit_entry where id = $1`,
		[idAt(4)],
	);
	expect(await verifyAudit(database)).toMatchObject({ entries: 5, bad: { fault: "changed" } });
});

/** Changes an entry and recomputes every hash after it, as the owner of the database with the code could. */
async function forgeFrom(place: number): Promise<void> {
	await asOwner(pool, "update audit_entry set subject_id = 'forged' where id = $1", [idAt(place)]);
	let previousHash = FIRST_HASH;
	for (const row of await auditEntries(database)) {
		const { at, member_id: memberId, action, subject_kind: subjectKind, subject_id: subjectId, details } = row;
		const writtenBy = row.written_by;
		const hash = auditHash(previousHash, { at, memberId, action, subjectKind, subjectId, details, writtenBy });
		await asOwner(pool, "update audit_entry set previous_hash = $2, hash = $3 where id = $1", [
			row.id,
			previousHash,
			hash,
		]);
		previousHash = hash;
	}
}

describe("with the head that is known outside the database", () => {
	test("a record that holds it is whole, also when it has grown since", async () => {
		const grown = { at: new Date(0), memberId: null, action: "session.started", subjectId: "s" };
		await database.transaction().execute((trx) => recordAudits(trx, [{ ...grown, subjectKind: "session" }]));
		expect(await verifyAudit(database, head)).toMatchObject({ entries: 6, bad: null, missed: null });
	});

	test.each([1, 3])("%i entries cut off at the end are found, with where it ends", async (count) => {
		await asOwner(pool, "delete from audit_entry where id > $1", [idAt(4 - count)]);
		expect((await verifyAudit(database)).bad).toBeNull();
		expect(await verifyAudit(database, head)).toMatchObject({
			...{ entries: 5 - count, bad: null },
			missed: { fault: "cut_off", known: head, lastId: idAt(4 - count) },
		});
	});

	test("a record emptied whole is found", async () => {
		await asOwner(pool, "truncate audit_entry");
		expect(await verifyAudit(database, head)).toMatchObject({ entries: 0, missed: { fault: "cut_off", lastId: null } });
	});

	test.each([0, 2, 4])(
		"a chain computed anew from entry %i on is found, although it is whole in itself",
		async (place) => {
			await forgeFrom(place);
			expect(await verifyAudit(database)).toMatchObject({ entries: 5, bad: null });
			expect(await verifyAudit(database, head)).toMatchObject({ bad: null, missed: { fault: "rewritten" } });
		},
	);

	test("a bad entry is named first", async () => {
		await asOwner(pool, "delete from audit_entry where id = $1", [idAt(2)]);
		expect(await verifyAudit(database, head)).toMatchObject({ bad: { id: idAt(3), fault: "broken" }, missed: null });
	});
});

describe("npm run audit -- verify", () => {
	const run = (...args: string[]) =>
		new Promise<{ code: number; output: string }>((resolve) => {
			const options = {
				cwd: PROJECT,
				env: { ...passedOn(), NODE_ENV: "test" as const, PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir },
			};
			execFile(process.execPath, ["server/cli/audit.ts", ...args], options, (error, stdout, stderr) =>
				resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
			);
		});

	test("ends with 0 and the head when the record is whole, and says how it is called when it is called wrongly", async () => {
		const { code, output } = await run("verify");
		expect(output).toMatch(/The audit log is intact: 5 entries\.\nHead: [0-9a-f]{64}/);
		expect(code).toBe(0);
		const usage = { code: 2, output: expect.stringContaining("npm run audit -- verify") };
		expect(await run("check")).toMatchObject(usage);
	});

	test("ends with 1 and names the first bad entry", async () => {
		await asOwner(pool, "update audit_entry set action = 'x' where id = any($1)", [[idAt(1), idAt(3)]]);
		const { code, output } = await run("verify");
		expect(output).toContain(`Entry ${idAt(1)} (2026-03-10T09:01:00.000Z, x) was changed after it was written.`);
		expect(output).toContain("Intact entries before it: 1.");
		expect(code).toBe(1);
	});

	test("ends with 1 and names the known head when the end was cut off", async () => {
		await asOwner(pool, "delete from audit_entry where id > $1", [idAt(2)]);
		const { code, output } = await run("verify");
		const known = await readHead({ dataDir });
		expect(output).toContain(
			`The audit log ends at entry ${idAt(2)}, the known head is entry ${known?.entry} of ${known?.at}.`,
		);
		expect(code).toBe(1);
	});

	test("ends with 1 when the whole chain was computed anew", async () => {
		await forgeFrom(0);
		const { code, output } = await run("verify");
		expect(output).toContain("The chain is consistent, but the known head is entry");
		expect(code).toBe(1);
	});
});
