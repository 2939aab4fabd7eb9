/** The clock and settings of a running sandbox: written to the database first, then to memory. */
import { sql } from "kysely";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

export type ControlState = Awaited<ReturnType<typeof openControlState>>;

export interface Defaults {
	autopilot: boolean;
	speed: number;
}

// A century: more than any test needs, and far below the largest timestamp.
export const MAX_OFFSET_MS = 100 * 365 * 86_400_000;

export async function openControlState(database: SandboxDatabase, defaults: Defaults, realNow: () => number) {
	await database
		.insertInto("control")
		.values({ ...defaults })
		.onConflict((conflict) => conflict.column("single").doNothing())
		.execute();
	const row = await database.selectFrom("control").selectAll().executeTakeFirstOrThrow();
	let offsetMs = Number(row.clock_offset_ms);
	let settings: Defaults = { autopilot: row.autopilot, speed: row.speed };
	const save = (values: Partial<Defaults> & { clock_offset_ms?: number }) =>
		database.updateTable("control").set(values).execute();
	return {
		now: () => new Date(realNow() + offsetMs),
		offsetMs: () => offsetMs,
		async advance(byMs: number) {
			const { clock_offset_ms } = await database
				.updateTable("control")
				.set({ clock_offset_ms: sql<number>`clock_offset_ms + ${byMs}` })
				.returning("clock_offset_ms")
				.executeTakeFirstOrThrow();
			offsetMs = Number(clock_offset_ms);
		},
		autopilot: () => settings.autopilot,
		speed: () => settings.speed,
		async change(change: Partial<Defaults>) {
			const next = { ...settings, ...change };
			await save(next);
			settings = next;
		},
		async reset() {
			await save({ ...defaults, clock_offset_ms: 0 });
			settings = { ...defaults };
			offsetMs = 0;
		},
	};
}
