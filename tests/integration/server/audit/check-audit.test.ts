import { rm } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { checkAudit, readAuditCheck } from "#server/audit/read-audit-check.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { keepHead } from "#server/store/head-file.ts";
import { people, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database });
const { admin, maker } = await people(system);
afterAll(() => rm(system.config.dataDir, { recursive: true, force: true }));

test("the last look at the whole record is kept for those who may read it: none yet, whole, then an end that was cut off", async () => {
	expect(await readAuditCheck(admin)).toBeNull();
	const fact = { at: TEST_NOW, memberId: null, action: "session.started", subjectKind: "session" as const };
	await database.transaction().execute((trx) => recordAudit(trx, { ...fact, subjectId: "s" }));
	const whole = { at: TEST_NOW.toISOString(), entries: 1, fault: null, entry: null };
	expect(await checkAudit(system)).toEqual(whole);
	expect(await readAuditCheck(admin)).toEqual(whole);
	const known = { entry: "999", hash: "f".repeat(64), at: TEST_NOW.toISOString() };
	await keepHead(system.config, "worker", known);
	await checkAudit(system);
	expect(await readAuditCheck(admin)).toEqual({ ...whole, fault: "cut_off", entry: "999" });
	await expect(readAuditCheck(maker)).rejects.toMatchObject({ code: "forbidden" });
});
