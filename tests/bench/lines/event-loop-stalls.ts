/** A large day: a thousand equal payouts whose lines come two hours late, and the stalls of the programs. */
import { fillLatePayouts, forgetStalls, readStalls, untilReconciled } from "#tests/bench/late-payouts.ts";
import type { Line } from "#tests/bench/line.ts";
import { medianTime } from "#tests/bench/line.ts";

const LATE_PAYOUTS = 1_000;

/** Sides that reconciled: an older version that cannot would draw Home for minutes each time. */
const reconciled = new Set<string>();

export const latePayouts: readonly Line[] = [
	{
		key: "late-stall",
		title: `longest stall of web while ${LATE_PAYOUTS} late payouts are reconciled`,
		unit: "ms",
		rounds: 1,
		async measure(side) {
			await fillLatePayouts(side.pool, side.environment, LATE_PAYOUTS);
			forgetStalls(side.logFolder);
			await untilReconciled(side.pool, LATE_PAYOUTS);
			reconciled.add(side.name);
			return (await readStalls(side.logFolder)).web;
		},
	},
	{
		key: "late-home",
		title: `Home's route with ${LATE_PAYOUTS} late payouts`,
		unit: "ms",
		measure: async (side) => (reconciled.has(side.name) ? medianTime(20, () => side.get("/api/overview")) : null),
	},
];
