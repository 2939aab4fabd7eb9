/** What tracing costs: requests a second of a web program that sends traces, as a share of one that does not. */
import { type Line, medianOf, throughput } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";
import { startTraceReceiver } from "#tests/support/service/trace-receiver.ts";

const LAST_MS = 3_000;
const CONNECTIONS = 16;
const STARTS = 3;

export const tracingCost: Line = {
	key: "tracing",
	title: "balance route, 16 connections: traced ÷ not traced",
	unit: "×",
	async measure(side) {
		const collector = await startTraceReceiver();
		const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
		try {
			const shares: number[] = [];
			for (let start = 0; start < STARTS; start += 1)
				shares.push((await requestsASecond(side, traced)) / (await requestsASecond(side, {})));
			if (collector.requests.length === 0) throw new Error("no trace was sent");
			return medianOf(shares);
		} finally {
			await collector.close();
		}
	},
};

async function requestsASecond(side: Side, environment: Record<string, string>): Promise<number> {
	await side.restartWeb(environment);
	await throughput(CONNECTIONS, LAST_MS, () => side.get("/api/wallets/XOF"));
	return throughput(CONNECTIONS, LAST_MS, () => side.get("/api/wallets/XOF"));
}
