import { expect, test } from "vitest";
import { deleteExpiredRecords } from "#server/store/delete-expired-records.ts";
import { addMember } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { database, pool } = await createTestDatabase();

test("sessions go thirty days after their end, look-ups after ninety; younger ones stay", async () => {
	const member = await addMember(database, "viewer");
	const at = (days: number) => new Date(Date.now() - days * 86_400_000);
	const session = (id: string, created: Date, ended: Date | null) => ({
		id_hash: id,
		member_id: member.id,
		user_agent: "a browser",
		created_at: created,
		last_seen_at: created,
		ended_at: ended,
	});
	await insertRows(database, "session", [
		session("signed out long ago", at(40), at(31)),
		session("never ended, long ago", at(31), null),
		session("signed out last week", at(60), at(7)),
		session("never ended, last week", at(7), null),
		session("open", at(0), null),
	]);
	const lookup = (reference: string, looked_up_at: Date) => ({
		member_id: member.id,
		environment: "test",
		reference,
		found: true,
		looked_up_at,
	});
	await insertRows(database, "lookup", [lookup("TX-OLD", at(91)), lookup("TX-NEW", at(89))]);

	expect(await deleteExpiredRecords(database)).toBe(3);
	const names = async (statement: string) => (await pool.query(statement)).rows.map(({ name }) => name).sort();
	expect(await names("select id_hash as name from session")).toEqual([
		"never ended, last week",
		"open",
		"signed out last week",
	]);
	expect(await names("select reference as name from lookup")).toEqual(["TX-NEW"]);
	expect(await deleteExpiredRecords(database)).toBe(0);
});

test("proofs of second factors go after thirty days", async () => {
	const member = await addMember(database, "viewer");
	const at = (days: number) => new Date(Date.now() - days * 86_400_000);
	const proof = (id: string, created_at: Date) => ({
		...{ id, member_id: member.id, session_key: "session", purpose: "account" as const, nonce: id, created_at },
	});
	await insertRows(database, "step_up", [proof("old", at(31)), proof("new", at(29))]);
	expect(await deleteExpiredRecords(database)).toBe(1);
	expect((await pool.query("select id from step_up")).rows).toEqual([{ id: "new" }]);
});
