/** The web program's memory during an export of all rows and of a thousand, and under fifty connections. */
import type { Line } from "#tests/bench/line.ts";
import { throughput } from "#tests/bench/line.ts";
import { proveExport } from "#tests/bench/prove-export.ts";
import type { Side } from "#tests/bench/side.ts";

async function peakOfExport(side: Side, currency: string): Promise<number> {
	await side.restartWeb();
	await proveExport(side.pool);
	const response = await fetch(`${side.origin}/api/wallets/${currency}/movements/export?format=csv`, {
		headers: { cookie: side.cookie },
	});
	if (!response.ok || !response.body) throw new Error(`export: ${response.status}`);
	for await (const chunk of response.body) void chunk;
	return (await side.webMemory()).peak;
}

export const exportMemory: Line = {
	key: "export-memory",
	title: "memory of web: export of all rows ÷ of 1,000",
	unit: "×",
	rounds: 2,
	measure: async (side) => (await peakOfExport(side, "XOF")) / (await peakOfExport(side, "XAF")),
};

const PATHS = ["/movements?currency=XOF", "/", "/api/wallets/XOF/movements?limit=50", "/api/wallets/XOF", "/payouts"];

export const connectionsMemory: Line = {
	key: "connections-memory",
	title: "memory of web under 50 connections",
	unit: "MB",
	rounds: 2,
	async measure(side) {
		await side.restartWeb();
		let asked = 0;
		await throughput(50, 10_000, () => side.get(PATHS[asked++ % PATHS.length] ?? "/"));
		return (await side.webMemory()).peak;
	},
};
