/** The built programs send a batch to a service that answers at once, and to one that takes half a second. */
import { type Line, measuredTogether } from "#tests/bench/line.ts";
import { measureBatch, ROWS } from "#tests/bench/measure-batch.ts";

function linesAt(serviceMs: number): Line[] {
	const service = serviceMs === 0 ? "a service that answers at once" : `a service of ${serviceMs} ms`;
	const line = measuredTogether(() => measureBatch(serviceMs));
	const key = `batch-sent-${serviceMs}`;
	return [
		line({ key, title: `${ROWS} rows, ${service}`, unit: "s" }, ({ seconds }) => seconds),
		line({ key, title: "  payouts", unit: "a second" }, ({ aSecond }) => aSecond),
		line({ key, title: "  pages meanwhile, p95", unit: "ms" }, ({ pagesP95Ms }) => pagesP95Ms),
		line({ key, title: "  a payout with nine tenths waiting ÷ with one", unit: "×" }, ({ waitingCost }) => waitingCost),
		line({ key, title: "  memory of web, at most", unit: "MB" }, ({ webMb }) => webMb),
		line({ key, title: "  memory of the worker, at most", unit: "MB" }, ({ workerMb }) => workerMb),
	];
}

export const batchSendingLines: readonly Line[] = [...linesAt(0), ...linesAt(500)];
