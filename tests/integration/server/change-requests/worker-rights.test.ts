import { expect, test } from "vitest";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { changeMember } from "#server/members/change-member.ts";
import { changeSecondFactorPolicy } from "#server/second-factor/read-policy.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { askedFor, letHoursPass } from "#tests/support/desk/second-admin.ts";
import { findRow } from "#tests/support/rows/rows.ts";

const { database, url, pool } = await createTestDatabase();
const system = systemContext({ database });
const admin = contextFor(system, await addMember(database, "admin"));
const viewer = await addMember(database, "viewer");

test("the worker gives one member after the other the role that an admin alone asked for, on one connection", async () => {
	// From the sixth time on, PostgreSQL may plan a trigger's condition for all values, and asks for the rights of each branch.
	await pool.query("analyze member_identity");
	const people = await Promise.all(Array.from({ length: 7 }, () => addMember(database, "viewer")));
	for (const { id } of people) askedFor(await changeMember(admin, { id, change: { role: "maker" } }));
	await letHoursPass(database, 24);
	const one = openPool(programUrl(url, "worker"), { max: 1 });
	expect(await endWaitingChanges({ ...system, database: openDatabase(one) })).toBe(people.length);
	await one.end();
});

test("the worker raises who needs a second factor, and says from when it is expected of each", async () => {
	const value = JSON.stringify({ policy: "off", passwordless: false });
	await asOwner(database, (trx) =>
		trx.updateTable("setting").set({ value }).where("name", "=", "second_factor").execute(),
	);
	askedFor(await changeSecondFactorPolicy(admin, { policy: "everybody", passwordless: true }));
	await letHoursPass(database, 24);
	expect(await endWaitingChanges(system)).toBe(1);
	expect((await findRow(database, "member", { id: viewer.id })).factor_expected_until).not.toBeNull();
});
