/** A statement of a period with a hundred thousand lines, as the page asks for it. Of this version alone. */
import { addDays, dayOf } from "#lib/dates.ts";
import type { Line } from "#tests/bench/line.ts";
import { medianTime } from "#tests/bench/line.ts";

// The bench's wallet has a line every three minutes.
const DAYS = Math.ceil(100_000 / 480);

export const statement: Line = {
	key: "statement",
	title: "statement of 100,000 lines on 209 days, as JSON",
	unit: "ms",
	async measure(side, { rows }) {
		if (side.name !== "this" || rows < 100_000) return null;
		const to = addDays(dayOf(new Date(), "UTC"), -1);
		const path = `/api/statements/XOF?from=${addDays(to, 1 - DAYS)}&to=${to}`;
		await side.get(path);
		return medianTime(5, () => side.get(path));
	},
};
