/** Insights of the last thirty days for the wallet with all rows, warm. */
import { addDays } from "#lib/dates.ts";
import { type Line, medianTime } from "#tests/bench/line.ts";

const TIMES = 9;

export const insights: Line = {
	...{ key: "insights", title: "Insights of thirty days, route, warm", unit: "ms" },
	async measure(side) {
		const today = new Date().toISOString().slice(0, 10);
		const path = `/api/insights?currency=XOF&from=${addDays(today, -29)}&to=${today}`;
		await side.get(path);
		return medianTime(TIMES, () => side.get(path));
	},
};
