/** The first movements that a web program reads after its start, by size of the wallet. */
import type { Line } from "#tests/bench/line.ts";
import { medianTime } from "#tests/bench/line.ts";

export const firstRead: Line = {
	key: "first-ask",
	title: "first read after a start, all rows ÷ 1,000",
	unit: "×",
	rounds: 3,
	async measure(side) {
		const of = async (currency: string) => {
			await side.restartWeb();
			// Loads the route's modules first, because they cost both wallets the same.
			await side.get("/api/wallets/XAF/movements?limit=1&type=deposit&minAmount=1");
			return medianTime(1, () => side.get(`/api/wallets/${currency}/movements?limit=50`));
		};
		return (await of("XOF")) / (await of("XAF"));
	},
};
