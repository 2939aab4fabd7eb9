/** Balance readings that are written while one client reads an unchanged balance, a second apart. */
import { setTimeout as pause } from "node:timers/promises";
import type { Line } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";

const READS = 10;

export const balanceWrites: Line = {
	key: "balance-writes",
	title: "durable writes a read of an unchanged balance",
	unit: "writes",
	rounds: 2,
	async measure(side) {
		await side.get("/api/wallets/XOF");
		const before = await written(side);
		for (let read = 0; read < READS; read += 1) {
			await pause(1_000);
			await side.get("/api/wallets/XOF");
		}
		return ((await written(side)) - before) / READS;
	},
};

/** Balance readings written since the server began; PostgreSQL counts a program's writes a second later. */
async function written({ pool }: Side): Promise<number> {
	await pause(1_500);
	const { rows } = await pool.query<{ written: string }>(
		"select n_tup_ins + n_tup_upd as written from pg_stat_user_tables where relname = 'balance_reading'",
	);
	return Number(rows[0]?.written ?? 0);
}
