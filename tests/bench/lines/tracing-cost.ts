/** Measures the processor time that tracing costs the web program, without the collector's. It reads /proc, so it needs Linux. */
import { readFileSync } from "node:fs";
import { type Line, medianOf } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";
import { startTraceReceiver } from "#tests/support/service/trace-receiver.ts";

const CONNECTIONS = 16;
const WARM_UP = 3_000;
const REQUESTS = 512;
const PAIRS = 10;
const SWITCH = new URL("../switch-tracing.ts", import.meta.url).pathname;

export const tracingCost: Line = {
	key: "tracing",
	title: "balance route: processor time of web, traced ÷ not traced",
	unit: "×",
	async measure(side) {
		const collector = await startTraceReceiver();
		try {
			await side.restartWeb({
				OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
				NODE_OPTIONS: `--import=${SWITCH}`,
			});
			await ask(side, WARM_UP);
			const shares = await sharesOf(side, await side.webPid());
			const sent = collector.spans().length;
			if (sent < WARM_UP || sent > WARM_UP + 1.5 * PAIRS * REQUESTS) throw new Error(`${sent} spans were sent`);
			return medianOf(shares);
		} finally {
			await collector.close();
			await side.restartWeb();
		}
	},
};

/** In one process, because two starts differ by more than what is measured. Traced, not, not, traced: what drifts does so for both. */
async function sharesOf(side: Side, pid: number): Promise<number[]> {
	const shares: number[] = [];
	let isTraced = true;
	const spent = async () => {
		const before = processorTicks(pid);
		await ask(side, REQUESTS);
		return processorTicks(pid) - before;
	};
	for (let pair = 0; pair < PAIRS; pair += 1) {
		const first = await spent();
		process.kill(pid, "SIGUSR2");
		isTraced = !isTraced;
		const second = await spent();
		shares.push(isTraced ? second / first : first / second);
	}
	return shares;
}

async function ask(side: Side, requests: number): Promise<void> {
	let left = requests;
	const client = async () => {
		while (left > 0) {
			left -= 1;
			await side.get("/api/wallets/XOF");
		}
	};
	await Promise.all(Array.from({ length: CONNECTIONS }, client));
}

/** Counts all threads of the process, also those that have ended. */
function processorTicks(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
		.replace(/^.*\) /s, "")
		.split(" ");
	return Number(fields[11]) + Number(fields[12]);
}
