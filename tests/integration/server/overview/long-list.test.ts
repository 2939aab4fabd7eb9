import { type RawBuilder, sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { readOverview } from "#server/overview/read-overview.ts";
import { type Database, openDatabase, openPool } from "#server/store/database.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const LINES = 20_000;
/** The lines shown, and those of one hour. */
const READ_AT_MOST = 100;

const { url, database } = await createTestDatabase();
const admin = await addMember(database, "admin");
// PostgreSQL reports its counts per connection, so one connection asks everything.
const pool = openPool(url, { max: 1 });
afterAll(() => pool.end());

test("of a list of 20,000 lines Home reads the newest ones alone", async () => {
	const { clock, system } = ownWallet(openDatabase(pool), [wireMovement({ created_at: "2026-03-09T12:00:00Z" })], {
		WALLET_CURRENCIES: "XOF",
	});
	const context = contextFor(system, admin);
	await readWallet(context, { currency: "XOF" });
	clock.advance(60_000);
	await syncMovements(system, { currency: "XOF" });
	await fill(system.database, system.config.environment);

	const before = await linesRead(system.database);
	const { lastMovements, wallets } = await readOverview(context);
	expect(lastMovements).toHaveLength(8);
	expect(wallets[0]?.trend.length).toBeGreaterThan(0);
	expect((await linesRead(system.database)) - before).toBeLessThan(READ_AT_MOST);
});

/** Lines ten minutes apart, back from the day before the reading. */
async function fill(of: Database, environment: string): Promise<void> {
	const statements: RawBuilder<unknown>[] = [
		sql`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, 'XOF', 'deposit', 500, 0, '2026-03-09T12:00:00Z'::timestamptz - n * interval '10 minutes', 1, now()
			from generate_series(1, ${LINES}::integer) n`,
		sql`analyze movement`,
	];
	for (const statement of statements) await statement.execute(of);
}

async function linesRead(of: Database): Promise<number> {
	await sql`select pg_stat_force_next_flush()`.execute(of);
	const { rows } = await sql<{ lines: string }>`
		select seq_tup_read + coalesce(idx_tup_fetch, 0) as lines from pg_stat_user_tables where relname = 'movement'`.execute(
		of,
	);
	return Number(rows[0]?.lines);
}
