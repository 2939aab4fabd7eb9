/** Measures the processor time that tracing costs the web program, without the collector's. It reads /proc, so it needs Linux. */
import { readFileSync } from "node:fs";
import type { Line } from "#tests/bench/line.ts";
import type { Side } from "#tests/bench/side.ts";
import { startTraceReceiver } from "#tests/support/service/trace-receiver.ts";

const CONNECTIONS = 16;
const WARM_UP = 3_000;
/** The processor's clock ticks every 10 ms, which is half a percent of so many requests. */
const REQUESTS = 2_048;
const PAIRS = 16;
const SWITCH = new URL("../switch-tracing.ts", import.meta.url).pathname;

export const tracingCost: Line = {
	key: "tracing",
	title: "balance route: processor time of web, traced ÷ not traced",
	unit: "×",
	async measure(side) {
		const collector = await startTraceReceiver();
		try {
			await side.restartWeb({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, NODE_OPTIONS: `--import=${SWITCH}` });
			await ask(side, WARM_UP);
			const { traced, plain } = await ticksOf(side, await side.webPid());
			const sent = collector.spans().length;
			if (sent < WARM_UP || sent > WARM_UP + 1.5 * PAIRS * REQUESTS) throw new Error(`${sent} spans were sent`);
			return traced / plain;
		} finally {
			await collector.close();
			await side.restartWeb();
		}
	},
};

/** Both in one process, because two starts differ by more than the effect. The order traced, plain, plain, traced cancels drift. */
async function ticksOf(side: Side, pid: number): Promise<Record<"traced" | "plain", number>> {
	const ticks = { traced: 0, plain: 0 };
	let now: keyof typeof ticks = "traced";
	for (let half = 0; half < 2 * PAIRS; half += 1) {
		const before = processorTicks(pid);
		await ask(side, REQUESTS);
		ticks[now] += processorTicks(pid) - before;
		if (half % 2 === 1) continue;
		process.kill(pid, "SIGUSR2");
		now = now === "traced" ? "plain" : "traced";
	}
	return ticks;
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
