import { sql } from "kysely";
import { expect, test } from "vitest";
import { ServiceError } from "#server/errors.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const currency = "XOF";
const MINUTE = 60_000;
const PORTIONS = { first: 2_000, later: 5_000 };

/** A wallet in a database of its own, because PostgreSQL's statistics of a table cover all wallets. */
async function emptyWallet(lines: number) {
	const { database } = await createTestDatabase();
	const wallet = ownWallet(database, [], { WALLET_CURRENCIES: currency });
	wallet.service.chunkLines = 500;
	const now = wallet.clock.now().getTime();
	const listed = Array.from({ length: lines }, (_, n) =>
		wireMovement({ created_at: new Date(now - n * MINUTE).toISOString(), amount: `${100 + (n % 400)}.00` }),
	);
	const known = async () => {
		// Analysed by the desk, not by autovacuum, which may run at any time.
		const { rows } = await sql<{ told: number; lines: number; spans: boolean | null }>`
			select analyze_count::integer as told, reltuples::integer as lines,
				(select (histogram_bounds::text::timestamptz[])[1] = (select min(created_at) from movement)
					from pg_stats where tablename = 'movement' and attname = 'created_at') as spans
			from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'movement'`.execute(
			database,
		);
		return rows[0];
	};
	return { ...wallet, listed, known, sync: () => syncMovements(wallet.system, { currency }, PORTIONS) };
}

test("a first list that arrives in portions leaves PostgreSQL knowing all of its lines, up to the oldest, and its newest movements are read by their index, without a sort of all", async () => {
	const { service, listed, known, sync, system } = await emptyWallet(18_000);
	service.lines = listed;
	await sync();
	expect(await known()).toEqual({ told: 2, lines: 18_000, spans: true });
	const { rows } = await sql<Record<string, string>>`
		explain select id from movement where environment = ${system.config.environment} and currency = ${currency}
		order by created_at desc, id desc limit 51`.execute(system.database);
	const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
	expect(plan).toContain("using movement_by_time");
	expect(plan).not.toContain("Sort");
});

test("of a first list that breaks off PostgreSQL knows half of its lines at least, and of a small one it is told nothing", async () => {
	const large = await emptyWallet(18_000);
	large.service.lines = [...large.listed.slice(0, 16_000), new ServiceError("unknown", "broken_off")];
	await large.sync();
	expect(await large.known()).toMatchObject({ told: 1 });
	const small = await emptyWallet(3_000);
	small.service.lines = small.listed;
	await small.sync();
	expect(await small.known()).toMatchObject({ told: 0 });
});
