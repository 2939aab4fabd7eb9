/** The balance route's throughput as a share of an empty route's, by number of connections. */
import { type Line, throughput } from "#tests/bench/line.ts";

const LAST_MS = 3_000;

export function balanceRoute(connections: number): Line {
	return {
		key: `balance-${connections}`,
		title: `balance route ÷ empty route, ${connections} connection${connections === 1 ? "" : "s"}`,
		unit: "×",
		async measure(side) {
			const empty = await throughput(connections, LAST_MS, () => side.get("/healthz"));
			return (await throughput(connections, LAST_MS, () => side.get("/api/wallets/XOF"))) / empty;
		},
	};
}
