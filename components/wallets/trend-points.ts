/** Balances as points of a drawing, left to right by day. Pure. */
import { parseDecimal } from "#lib/money.ts";

export interface TrendDay {
	/** Calendar day. */
	day: string;
	balance: string;
}

const WIDTH = 400;
const TOP = 3;
const BOTTOM = 41;

/** "x,y x,y …" in a box of 400 × 44; days without a balance are passed over, so that a gap keeps its width. */
export function trendPoints(trend: readonly TrendDay[]): string {
	const balances = trend.map(({ balance }) => parseDecimal(balance) ?? 0n);
	const [low, high] = range(balances);
	const days = trend.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 86_400_000);
	const [first = 0, last = 1] = [days.at(0), days.at(-1)];
	return trend
		.map((_, place) => {
			const x = last === first ? WIDTH : (((days[place] ?? first) - first) * WIDTH) / (last - first);
			// In thousandths while they are bigints: what is drawn needs no more.
			const share = high === low ? 500n : (((balances[place] ?? low) - low) * 1000n) / (high - low);
			const y = BOTTOM - (Number(share) * (BOTTOM - TOP)) / 1000;
			return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`;
		})
		.join(" ");
}

/** The lowest and the highest day, for words beside the drawing. */
export function trendRange(trend: readonly TrendDay[]): { low: TrendDay; high: TrendDay } | null {
	const sorted = [...trend].sort((a, b) =>
		(parseDecimal(a.balance) ?? 0n) < (parseDecimal(b.balance) ?? 0n) ? -1 : 1,
	);
	const [low, high] = [sorted.at(0), sorted.at(-1)];
	return low && high ? { low, high } : null;
}

function range(balances: readonly bigint[]): [bigint, bigint] {
	let [low, high] = [balances[0] ?? 0n, balances[0] ?? 0n];
	for (const balance of balances) {
		if (balance < low) low = balance;
		if (balance > high) high = balance;
	}
	return [low, high];
}
