import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { movementEffect } from "#lib/movements/movements.ts";
import { ServiceError } from "#server/errors.ts";
import { UnreadableLine, type WireMovement } from "#server/momo/wire.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { listMovementsWithTotal } from "#server/wallets/list-movements-with-total.ts";
import { lastDays, readWalletDays } from "#server/wallets/movement-days.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const viewer = await addMember(database, "viewer");
const currency = "XOF";
const MINUTE = 60_000;

function freshWallet() {
	const { service, clock, system } = ownWallet(database);
	const { environment } = system.config;
	return {
		service,
		clock,
		system,
		sync: (lines: (WireMovement | UnreadableLine | Error)[]) => {
			service.lines = lines;
			clock.advance(MINUTE);
			return syncMovements(system, { currency });
		},
		list: async () => {
			const context = contextFor(system, viewer);
			const list = await listMovements(context, { currency, sort: "-createdAt", limit: 100 });
			return { ...list, ...(await sumMovements(context, { currency })) };
		},
		rows: () =>
			database.selectFrom("movement").selectAll().where("environment", "=", environment).orderBy("id").execute(),
		mirror: () =>
			database.selectFrom("movement_sync").selectAll().where("environment", "=", environment).executeTakeFirstOrThrow(),
	};
}

const at = (minute: number) => `2026-03-09T12:${String(minute).padStart(2, "0")}:00Z`;
const line = (minute: number, facts: Partial<WireMovement> = {}) => wireMovement({ created_at: at(minute), ...facts });
const unreadable = (createdAt: string | null) =>
	new UnreadableLine({ field: "amount", fault: "unreadable", excerpt: '{"amount":1e5}', createdAt });

test("a line that one answer alone lacks stays in every sum, and the list is not called cut", async () => {
	const wallet = freshWallet();
	for (const lines of [
		[line(1), line(2), line(3)],
		[line(1), line(3)],
		[line(1), line(2), line(3)],
		[line(1), line(3)],
	]) {
		await wallet.sync(lines);
		expect((await wallet.rows()).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true);
		expect(await wallet.list()).toMatchObject({ total: 3, withdrawn: 0, mirror: { rows: 3, mayBeCut: false } });
	}
});

test("a line that a second answer lacks, too, while older ones are listed is withdrawn, and stands again when it is listed again", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1), line(2), line(3)]);
	await wallet.sync([line(1), line(3)]);
	await wallet.sync([line(1), line(3)]);
	const withdrawnAt = wallet.clock.now();
	expect((await wallet.rows()).map(({ withdrawn_at }) => withdrawn_at)).toEqual([null, withdrawnAt, null]);
	const list = await wallet.list();
	expect(list.items.map((item) => item.withdrawnAt)).toEqual([null, withdrawnAt.toISOString(), null]);
	expect(list).toMatchObject({ total: 2, totals: [{ count: 2, amount: "2000.00", fee: "20.00" }], withdrawn: 1 });
	expect(list.mirror).toMatchObject({ rows: 2, mayBeCut: false });
	const query = { currency, sort: "-createdAt", limit: 2 } as const;
	const page = await listMovementsWithTotal(contextFor(wallet.system, viewer), query);
	expect([page.total, page.items.length, page.nextCursor]).toEqual([list.items.length, 2, expect.any(String)]);
	await wallet.sync([line(1), line(2), line(3)]);
	expect((await wallet.rows()).map(({ withdrawn_at }) => withdrawn_at)).toEqual([null, null, null]);
	expect(await wallet.list()).toMatchObject({ total: 3, withdrawn: 0, mirror: { rows: 3, mayBeCut: false } });
});

test("what is older than everything listed is beyond the list's reach and not withdrawn, and neither by an empty or broken list", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1), line(2), line(3)]);
	await wallet.sync([line(3)]);
	expect(await wallet.mirror()).toMatchObject({ may_be_cut: true, mirror_rows: 3 });
	await wallet.sync([]);
	await wallet.sync([line(1), new ServiceError("unknown", "broken_off")]);
	expect((await wallet.rows()).every(({ withdrawn_at }) => withdrawn_at === null)).toBe(true);
	expect(await wallet.mirror()).toMatchObject({ may_be_cut: true, mirror_rows: 3 });
});

test("a line whose fee or type changed is known as replaced by the one that came", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1), line(2), line(3)]);
	await wallet.sync([line(1), line(2, { fee_amount: "25.00" }), line(3, { movement_type: "reversal" })]);
	const rows = await wallet.rows();
	const [, oldFee, oldType, newFee, newType] = rows;
	expect(rows).toHaveLength(5);
	expect([oldFee?.replaced_by, oldType?.replaced_by]).toEqual([newFee?.id, newType?.id]);
	expect([newFee?.fee, newType?.type]).toEqual(["25.00", "reversal"]);
	const list = await wallet.list();
	expect(list.items.find(({ id }) => id === oldFee?.id)).toMatchObject({ replacedBy: newFee?.id });
	expect(list.total).toBe(3);
});

test("days and exports leave withdrawn lines out of what they add up, and the export marks them", async () => {
	const wallet = freshWallet();
	const today = (minute: number) => `2026-03-10T08:${minute}:00Z`;
	await wallet.sync([line(1), line(2, { created_at: today(10) }), line(3, { created_at: today(20) })]);
	expect((await readWalletDays(wallet.system, currency, lastDays(wallet.system), () => movementEffect)).today.out).toBe(
		"2000.00",
	);
	await wallet.sync([line(1), line(3, { created_at: today(20) })]);
	await wallet.sync([line(1), line(3, { created_at: today(20) })]);
	const withdrawnAt = wallet.clock.now().toISOString();
	expect((await readWalletDays(wallet.system, currency, lastDays(wallet.system), () => movementEffect)).today.out).toBe(
		"1000.00",
	);
	const context = contextFor(wallet.system, viewer);
	const { chunks } = await exportMovements(context, { currency, sort: "createdAt", format: "csv" }, exportLabels);
	const [heads, ...rows] = await readCsv(chunks);
	expect(heads?.slice(-3)).toEqual(["Amount outside totals", "Fee outside totals", "Withdrawn by the service, UTC"]);
	expect(rows.map((row) => row.at(-1))).toEqual(["", withdrawnAt, ""]);
	// A spreadsheet's sum of the column leaves the line out as well.
	expect(rows.map((row) => [row[2], row[14]])).toEqual([
		["-1000", ""],
		["", "1000"],
		["-1000", ""],
	]);
});

test("a version of the mirror is never the same before and after a withdrawal", async () => {
	const wallet = freshWallet();
	const versions: string[] = [];
	for (const lines of [
		[line(1), line(2)],
		[line(1), line(2)],
		[line(1), line(1)],
		[line(1), line(1)],
		[line(1), line(2)],
	]) {
		await wallet.sync(lines);
		versions.push((await wallet.mirror()).version);
	}
	expect(new Set(versions).size).toBe(4);
	expect(versions[0]).toBe(versions[1]);
});

test("one line that cannot be read is set aside with its reason, and gone or readable again it is forgotten", async () => {
	const wallet = freshWallet();
	expect(await wallet.sync([line(1), unreadable(at(2)), line(3)])).toMatchObject({ added: 2, fault: null });
	const { mirror } = await wallet.list();
	expect(mirror).toMatchObject({
		rows: 2,
		mayBeCut: false,
		incomplete: { count: 1, lines: [{ place: 2, field: "amount", fault: "unreadable", excerpt: '{"amount":1e5}' }] },
	});
	await wallet.sync([line(1), line(2), line(3)]);
	expect((await wallet.list()).mirror).toMatchObject({ rows: 3, incomplete: null });
});

test("a known line that may be one of those that cannot be read is not withdrawn", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1), line(2), line(3), line(4)]);
	await wallet.sync([line(1), unreadable(at(2)), line(4)]);
	await wallet.sync([line(1), unreadable(at(2)), line(4)]);
	expect((await wallet.rows()).map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([false, false, true, false]);
	expect(await wallet.mirror()).toMatchObject({ may_be_cut: false, mirror_rows: 3 });
	await wallet.sync([line(1), unreadable(null)]);
	expect((await wallet.rows()).filter(({ withdrawn_at }) => withdrawn_at !== null)).toHaveLength(1);
});

test("a list of which no line can be read is a fault, and the mirror stays; thousands of lines that cannot be read are counted, and few of them kept", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1)]);
	expect(await wallet.sync([unreadable(at(1)), unreadable(null)])).toMatchObject({ fault: "service_unreadable" });
	expect((await wallet.list()).mirror).toMatchObject({ rows: 1, incomplete: null });
	await wallet.sync([line(1), ...Array.from({ length: 3_000 }, () => unreadable(at(2)))]);
	const { incomplete } = (await wallet.list()).mirror;
	expect(incomplete?.count).toBe(3_000);
	expect(incomplete?.lines.length).toBeLessThanOrEqual(20);
});

test("a body equal to the last one writes no line and only renews the time", async () => {
	const wallet = freshWallet();
	await wallet.sync([line(1), line(2)]);
	const written = async () =>
		(
			await sql`select xmin::text, id from movement where environment = ${wallet.system.config.environment}
			union all select xmin::text, 0 from movement_chunk where environment = ${wallet.system.config.environment}
			union all select xmin::text, 0 from movement_day where environment = ${wallet.system.config.environment}
			order by 2, 1`.execute(database)
		).rows;
	const [before, rows] = [await wallet.mirror(), await written()];
	expect(rows.length).toBeGreaterThan(3);
	await wallet.sync([line(1), line(2)]);
	const after = await wallet.mirror();
	expect(await written()).toEqual(rows);
	expect(after).toMatchObject({ version: before.version, mirror_rows: 2, rows_read: 0, rows_skipped: 2 });
	expect(after.synced_at?.getTime()).toBe((before.synced_at?.getTime() ?? 0) + MINUTE);
});

// Few different values, so that equal lines are common; the second time is the first in another zone.
const anyLine = fc.record({
	movement_type: fc.constantFrom("withdrawal", "deposit"),
	amount: fc.constantFrom("5.00", "50.25"),
	fee_amount: fc.constantFrom("0.00", "1.00"),
	created_at: fc.constantFrom(at(1), "2026-03-09T13:01:00+01:00", "2026-03-09T12:01:00.001Z", at(2), at(3)),
});

function countKeys(keys: readonly string[]): Map<string, number> {
	return new Map([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
}

/** Lines that remain after an answer came twice, by the rule alone: as often as listed, and those that the list does not reach. */
function standing(before: Map<string, number>, listed: Map<string, number>): Map<string, number> {
	const oldest = [...listed.keys()].sort()[0]?.slice(0, 24) ?? "9";
	return new Map([...[...before].filter(([key]) => key.slice(0, 24) <= oldest), ...listed]);
}

test("of any row of answers, each read twice, the mirror holds of each line as many as any one showed; what stands is what the last one lists and what it does not reach", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.array(anyLine, { maxLength: 12 }), { minLength: 1, maxLength: 5 }),
			async (answers) => {
				const wallet = freshWallet();
				const most = new Map<string, number>();
				let expected = new Map<string, number>();
				const keysOf = async (withWithdrawn: boolean) =>
					(await wallet.rows())
						.filter(({ withdrawn_at }) => withWithdrawn || withdrawn_at === null)
						.map(({ created_at, type, amount, fee }) => [created_at.toISOString(), type, amount, fee].join(" "));
				for (const answer of answers) {
					const lines = answer.map((facts) => wireMovement(facts));
					const listed = countKeys(
						lines.map((one) =>
							[new Date(one.created_at).toISOString(), one.movement_type, one.amount, one.fee_amount].join(" "),
						),
					);
					for (const [key, count] of listed) most.set(key, Math.max(count, most.get(key) ?? 0));
					await wallet.sync(lines);
					expect(countKeys(await keysOf(true))).toEqual(most);
					await wallet.sync(lines);
					expected = standing(expected, listed);
					const standingKeys = await keysOf(false);
					expect(countKeys(standingKeys)).toEqual(expected);
					const { mirror_rows, withdrawn_rows, may_be_cut } = await wallet.mirror();
					expect([mirror_rows, mirror_rows + withdrawn_rows]).toEqual([
						standingKeys.length,
						(await keysOf(true)).length,
					]);
					expect(may_be_cut).toBe(standingKeys.length > answer.length);
				}
			},
		),
		{ numRuns: 60 },
	);
});
