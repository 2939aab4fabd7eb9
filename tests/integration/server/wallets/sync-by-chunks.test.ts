import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { UnreadableLine, type WireMovement } from "#server/momo/wire.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findRow } from "#tests/support/rows/rows.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const MINUTE = 60_000;

type Line = WireMovement | UnreadableLine;
type Wallet = ReturnType<typeof ownWallet>;

// Few different amounts, so that equal lines are common; times a minute apart, with more than one line in many.
const anyLine = fc.oneof(
	{
		weight: 20,
		arbitrary: fc
			.record({
				minute: fc.nat({ max: 59 }),
				type: fc.constantFrom("deposit", "withdrawal"),
				amount: fc.constantFrom("5.00", "50.25"),
			})
			.map(({ minute, type, amount }): Line => lineAt(minute, { movement_type: type, amount })),
	},
	{
		weight: 1,
		arbitrary: fc.option(fc.nat({ max: 59 })).map(
			(minute): Line =>
				new UnreadableLine({
					...{ field: "amount", fault: "unreadable", excerpt: "{}" },
					createdAt: minute === null ? null : timeOf(minute),
				}),
		),
	},
);

/** Changes of the service's list between two answers. */
const anyChange = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			is: fc.constant("grown" as const),
			at: fc.nat(),
			lines: fc.array(anyLine, { maxLength: 4 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ is: fc.constant("withdrawn" as const), at: fc.nat(), count: fc.nat({ max: 3 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ is: fc.constant("twins" as const), at: fc.nat(), count: fc.nat({ max: 30 }) }) },
	fc.record({ is: fc.constant("cut" as const), from: fc.boolean(), count: fc.nat({ max: 30 }) }),
	fc.record({ is: fc.constant("shuffled" as const), by: fc.nat() }),
	fc.record({ is: fc.constant("sorted" as const), newestFirst: fc.boolean() }),
	fc.record({ is: fc.constant("same" as const) }),
);
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

const anyStory = fc.record({
	first: fc.array(anyLine, { maxLength: 60 }),
	sorted: fc.boolean(),
	/** The worker dies after this many statements, and another one begins again; null: it lives. */
	steps: fc.array(fc.record({ change: anyChange, diesAfter: fc.option(fc.nat({ max: 45 })) }), {
		minLength: 1,
		maxLength: 6,
	}),
});

test("by chunks, killed at any moment and begun again, and by comparing all of it: any row of lists leaves the same mirror", async () => {
	let near = 0;
	await fc.assert(
		fc.asyncProperty(anyStory, async ({ first, sorted, steps }) => {
			const byChunks = ownWallet(database);
			const whole = ownWallet(database);
			byChunks.service.chunkLines = 4;
			let lines = sorted ? sortedBy(first, true) : first;
			for (const { change, diesAfter } of steps) {
				lines = changed(lines, change);
				for (const wallet of [byChunks, whole]) {
					wallet.service.lines = lines;
					wallet.clock.advance(MINUTE);
				}
				if (diesAfter !== null) await syncAndDie(byChunks, diesAfter);
				const results = [await syncSmall(byChunks), await syncWhole(whole)];
				// A dead worker may have read the list, and a line that one answer lacks stays, so the second answer decides.
				await syncSmall(byChunks);
				await syncWhole(whole);
				expect(results[0]?.fault).toBe(results[1]?.fault);
				expect(await mirrorOf(byChunks)).toEqual(await mirrorOf(whole));
				const row = await rowOf(byChunks);
				expect(row).toEqual(await rowOf(whole));
				if (!(await comparedWhole(byChunks))) near += 1;
				for (const wallet of [byChunks, whole]) expect(await daysKept(wallet)).toEqual(await daysSummed(wallet));
			}
		}),
		{ numRuns: 40 },
	);
	// Changes were often found without comparing everything.
	expect(near).toBeGreaterThan(15);
}, 300_000);

test("a refresh with ten new lines reads the lines of a chunk or two, at either end of the list and in the middle", async () => {
	for (const place of [0, 5_000, 10_000]) {
		const { service, system } = ownWallet(database);
		service.chunkLines = 100;
		const lines = Array.from({ length: 10_000 }, (_, n) => lineAt(n, { amount: `${n}.00` }));
		service.lines = lines;
		await syncMovements(system, { currency });
		service.lines = lines.toSpliced(place, 0, ...Array.from({ length: 10 }, (_, n) => lineAt(20_000 + n)));
		expect(await syncMovements(system, { currency })).toEqual({ seen: 10_010, added: 10, fault: null });
		expect(service.linesRead).toBeLessThan(400);
		expect(await comparedWhole({ system })).toBe(false);
	}
});

test("a list in another order is compared whole, and says so; nothing of it is read that was known", async () => {
	const wallet = ownWallet(database);
	wallet.service.chunkLines = 10;
	const lines = Array.from({ length: 2_000 }, (_, n) => lineAt(n, { amount: `${n}.00` }));
	wallet.service.lines = lines;
	await syncMovements(wallet.system, { currency });
	wallet.service.lines = shuffledBy(lines, 7);
	expect(await syncMovements(wallet.system, { currency })).toMatchObject({ seen: 2_000, added: 0 });
	expect(await comparedWhole(wallet)).toBe(true);
	const { rows_read, rows_skipped, chunks } = await syncRow(wallet);
	expect(rows_read + rows_skipped).toBe(2_000);
	expect(rows_read).toBe(wallet.service.linesRead);
	expect(chunks).toBeGreaterThan(150);
});

async function brokenOff() {
	const wallet = ownWallet(database);
	wallet.service.chunkLines = 10;
	const lines = Array.from({ length: 200 }, (_, n) => lineAt(300 - n));
	wallet.service.lines = (function* () {
		yield* lines.slice(0, 120);
		throw new TypeError("the worker's own end");
	})();
	await expect(syncSmall(wallet)).rejects.toThrow();
	return { wallet, lines, partial: await syncRow(wallet) };
}

test("a first list that breaks off leaves what has arrived, which is no list yet; what was kept is not read again", async () => {
	const { wallet, lines, partial } = await brokenOff();
	expect(partial.synced_at).toBeNull();
	expect(partial.mirror_rows).toBeGreaterThan(100);
	expect(partial.arriving_from_id).not.toBeNull();
	expect(await daysKept(wallet)).toEqual(await daysSummed(wallet));
	wallet.service.lines = lines;
	expect(await syncSmall(wallet)).toMatchObject({ seen: 200, added: 200 - partial.mirror_rows, fault: null });
	expect(wallet.service.linesRead).toBeLessThanOrEqual(200 - partial.mirror_rows);
	expect(await syncRow(wallet)).toMatchObject({ mirror_rows: 200, arriving_from_id: null, may_be_cut: false });
});

test("a first list that broke off and has grown when it is read again gives each line once", async () => {
	const { wallet, lines, partial } = await brokenOff();
	wallet.service.lines = [lineAt(401), ...lines];
	expect(await syncSmall(wallet)).toMatchObject({ seen: 201, fault: null });
	// The newest line shares its chunk with stored lines, which are read again.
	expect(wallet.service.linesRead).toBeGreaterThan(201 - partial.mirror_rows);
	expect(await syncRow(wallet)).toMatchObject({ mirror_rows: 201, missed_lines: 0, withdrawn_rows: 0 });
	expect(await daysKept(wallet)).toEqual(await daysSummed(wallet));
	const rows = await mirrorOf(wallet);
	expect(rows).toHaveLength(201);
	expect(rows).not.toContainEqual(expect.objectContaining({ occurrence: 2 }));
});

function lineAt(minute: number, facts: Partial<WireMovement> = {}): WireMovement {
	return wireMovement({ created_at: timeOf(minute), ...facts });
}

function timeOf(minute: number): string {
	return new Date(Date.parse("2026-03-08T23:30:00Z") + minute * MINUTE).toISOString();
}

function changed(lines: Line[], change: Change): Line[] {
	const place = (at: number) => at % (lines.length + 1);
	if (change.is === "grown") return lines.toSpliced(place(change.at), 0, ...change.lines);
	if (change.is === "withdrawn") return lines.toSpliced(place(change.at), change.count);
	if (change.is === "twins") return [...lines, ...lines.slice(place(change.at)).slice(0, change.count)];
	if (change.is === "cut") return change.from ? lines.slice(change.count) : lines.slice(0, -change.count || undefined);
	if (change.is === "shuffled") return shuffledBy(lines, change.by);
	return change.is === "sorted" ? sortedBy(lines, change.newestFirst) : lines;
}

function sortedBy(lines: readonly Line[], newestFirst: boolean): Line[] {
	const at = (line: Line) => (line instanceof UnreadableLine ? line.createdAt : line.created_at) ?? "";
	return lines.toSorted((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0) * (newestFirst ? -1 : 1));
}

/** Deterministic for a number. */
function shuffledBy<T>(lines: readonly T[], by: number): T[] {
	const key = (index: number) => Math.imul(index + 1, 2 * by + 0x9e3779b1) >>> 0;
	return lines
		.map((line, index) => ({ line, key: key(index) }))
		.toSorted((a, b) => a.key - b.key)
		.map(({ line }) => line);
}

function syncSmall({ system }: Pick<Wallet, "system">) {
	return syncMovements(system, { currency }, { first: 5, later: 9 });
}

/** Syncs as if nothing were known of the last list. */
async function syncWhole({ system }: Wallet) {
	await sql`update movement_sync set chunked = false where environment = ${system.config.environment}`.execute(
		database,
	);
	return syncMovements(system, { currency }, { first: Number.POSITIVE_INFINITY, later: Number.POSITIVE_INFINITY });
}

/** Its statements fail from then on until the connection is released, so only what was committed stays. */
async function syncAndDie({ system }: Wallet, after: number): Promise<void> {
	let left = after;
	const dying = database.withPlugin({
		transformQuery({ node }) {
			left -= 1;
			const isLast = node.kind === "RawNode" && /unlock|drop table/.test(node.sqlFragments.join());
			if (left < 0 && !isLast) throw new TypeError("the worker's own end");
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	await syncSmall({ system: { ...system, database: dying } }).catch((error: unknown) => {
		if (!(error instanceof TypeError)) throw error;
	});
}

/** Includes the time of withdrawal, because both clocks show the same. */
async function mirrorOf({ system }: Wallet) {
	const { rows } = await sql<object>`
		select movement.created_at, movement.type, movement.amount, movement.fee, movement.occurrence, movement.withdrawn_at,
			other.type || other.fee as replaced_by
		from movement left join movement as other on other.id = movement.replaced_by
		where movement.environment = ${system.config.environment} order by 1, 2, 3, 4, 5`.execute(database);
	return rows;
}

async function syncRow({ system }: Pick<Wallet, "system">) {
	return findRow(database, "movement_sync", { environment: system.config.environment });
}

async function rowOf(wallet: Wallet) {
	const row = await syncRow(wallet);
	const { may_be_cut, mirror_rows, withdrawn_rows, rows_seen, unreadable_lines, fault, spared_lines } = row;
	const { rows: unreadable } = await sql<object>`select place, field, fault, excerpt from unreadable_movement
		where environment = ${wallet.system.config.environment} order by place`.execute(database);
	return { may_be_cut, mirror_rows, withdrawn_rows, rows_seen, unreadable_lines, fault, spared_lines, unreadable };
}

async function comparedWhole(wallet: Pick<Wallet, "system">): Promise<boolean> {
	return (await syncRow(wallet)).compared_whole;
}

async function daysKept({ system }: Wallet) {
	const { rows } =
		await sql<object>`select day::text, type, lines, amount::numeric(20, 2), fee::numeric(20, 2) from movement_day
		where environment = ${system.config.environment} order by 1, 2`.execute(database);
	return rows;
}

async function daysSummed({ system }: Wallet) {
	const { rows } = await sql<object>`
		select (created_at at time zone ${system.config.timeZone})::date::text as day, type, count(*)::integer as lines,
			sum(amount) as amount, sum(fee) as fee
		from movement where environment = ${system.config.environment} and withdrawn_at is null group by 1, 2 order by 1, 2`.execute(
		database,
	);
	return rows;
}
