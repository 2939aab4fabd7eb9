/** Looks that are written while an unchanged balance is read, a second apart, by one reader. */
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

/** Rows of looks written since the server began; what a program has done is told a second later. */
async function written({ pool }: Side): Promise<number> {
	await pause(1_500);
	const { rows } = await pool.query<{ written: string }>(
		"select n_tup_ins + n_tup_upd as written from pg_stat_user_tables where relname = 'balance_reading'",
	);
	return Number(rows[0]?.written ?? 0);
}
