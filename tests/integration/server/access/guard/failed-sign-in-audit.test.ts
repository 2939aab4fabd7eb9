import { beforeEach, expect, test } from "vitest";
import { auditFailures } from "#server/access/guard/failed-sign-in-audit.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guardedDesk } from "#tests/support/desk/guarded-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database, url } = await createTestDatabase();
const desk = await guardedDesk(database);
const HOUR_MS = 3_600_000;
let from = 0;
const guess = (email: string) => {
	from += 1;
	return desk.try({ email, password: "wrong", address: `10.${from >> 8}.0.${from & 255}` });
};
const record = async () => {
	const rows = await auditEntries(database);
	return rows.map(({ action, details }) => ({ action, about: details.member ?? null, count: details.count }));
};
const entriesOf = async (id: string | null) => (await record()).filter(({ about }) => about === id);

beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
	await database.deleteFrom("sign_in_guess").execute();
	desk.clock.advance(HOUR_MS);
});

test("the first wrong password of an account and hour is written, thirty more are one entry when the hour has ended", async () => {
	const { email, id } = await desk.member();
	const first = { action: "session.refused", about: id, count: undefined };
	await guess(email);
	await expect.poll(() => entriesOf(id)).toEqual([first]);
	for (let more = 0; more < 30; more += 1) await guess(email);
	await auditFailures(desk.system);
	expect(await entriesOf(id)).toEqual([first]);
	desk.clock.advance(HOUR_MS);
	await auditFailures(desk.system);
	await auditFailures(desk.system);
	expect(await entriesOf(id)).toEqual([first, { action: "session.guessed", about: id, count: "30" }]);
	expect(await database.selectFrom("sign_in_guess").selectAll().execute()).toEqual([]);
});

test("a member who signs in finds in the record what was tried before, once", async () => {
	const { email, id } = await desk.member();
	for (let more = 0; more < 4; more += 1) await guess(email);
	await desk.try({ email });
	await guess(email);
	await desk.try({ email });
	await desk.try({ email });
	desk.clock.advance(HOUR_MS);
	await auditFailures(desk.system);
	expect(await entriesOf(id)).toEqual([
		{ action: "session.refused", about: id, count: undefined },
		{ action: "session.guessed", about: id, count: "3" },
		{ action: "session.guessed", about: id, count: "1" },
	]);
});

test("names that nobody has are counted together and written nowhere: they may be a password", async () => {
	const before = (await entriesOf(null)).length;
	for (let name = 0; name < 8; name += 1) await guess(`my-secret-${name}@test.example`);
	desk.clock.advance(HOUR_MS);
	await auditFailures(desk.system);
	const told = (await entriesOf(null)).slice(before);
	expect(told.map(({ action, count }) => ({ action, count }))).toEqual([
		{ action: "session.refused", count: undefined },
		{ action: "session.guessed", count: "7" },
	]);
	for (const table of ["audit_entry", "sign_in_guess", "sign_in_delay"] as const)
		expect(JSON.stringify(await database.selectFrom(table).selectAll().execute())).not.toContain("my-secret");
});

test("what a web program that died could not tell is told by the worker", async () => {
	const { id } = await desk.member();
	const hour = new Date(Math.floor(desk.clock.now().getTime() / HOUR_MS) * HOUR_MS);
	await database.insertInto("sign_in_guess").values({ hour, member_id: id, guesses: 5 }).execute();
	await auditFailures(desk.system);
	expect((await entriesOf(id)).map(({ action }) => action)).toEqual(["session.refused"]);
	desk.clock.advance(HOUR_MS);
	await auditFailures(desk.system);
	expect((await entriesOf(id)).map(({ count }) => count)).toEqual([undefined, "4"]);
});

test.each(["web", "worker"] as const)("the %s program tells it with its own rights", async (program) => {
	const { id } = await desk.member();
	const [hour, earlier] = [0, HOUR_MS].map(
		(ago) => new Date(Math.floor(desk.clock.now().getTime() / HOUR_MS) * HOUR_MS - ago),
	);
	const rows = [hour, earlier].map((each) => ({ hour: each ?? new Date(), member_id: id, guesses: 2 }));
	await database.insertInto("sign_in_guess").values(rows).execute();
	const pool = openPool(programUrl(url, program), { application_name: program, max: 1 });
	try {
		await auditFailures({ ...desk.system, database: openDatabase(pool) });
	} finally {
		await pool.end();
	}
	expect((await entriesOf(id)).map(({ count }) => count)).toEqual([undefined, "1", undefined]);
});

test("a hundred guesses, sign-ins and tellings at once neither wait for each other in a circle nor lose one", async () => {
	const { email, id } = await desk.member();
	const all = Array.from({ length: 100 }, (_, index) =>
		index % 10 === 0
			? desk.try({ email, address: "10.9.9.9" })
			: index % 10 === 1
				? auditFailures(desk.system)
				: guess(email),
	);
	const read = (await Promise.all(all)).filter((answer) => answer === "wrong_credentials").length;
	expect(read).toBe(80);
	desk.clock.advance(HOUR_MS);
	await auditFailures(desk.system);
	const told = await entriesOf(id);
	const more = told.reduce((sum, { count }) => sum + Number(count ?? 0), 0);
	expect(told.filter(({ action }) => action === "session.refused")).toHaveLength(1);
	expect(more + 1).toBe(80);
}, 60_000);
