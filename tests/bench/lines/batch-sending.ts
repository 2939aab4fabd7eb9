/** The built programs send a batch to a service that answers at once, and to one that takes half a second. */
import type { Line } from "#tests/bench/line.ts";
import { type BatchFigures, measureBatch, ROWS } from "#tests/bench/measure-batch.ts";

const taken = new Map<number, Promise<BatchFigures>>();

function batchLine(serviceMs: number, line: Pick<Line, "title" | "unit">, pick: keyof BatchFigures): Line {
	const measure: Line["measure"] = async (side) => {
		if (side.name !== "this") return null;
		const figures = taken.get(serviceMs) ?? measureBatch(serviceMs);
		taken.set(serviceMs, figures);
		return (await figures)[pick];
	};
	return { key: `batch-sent-${serviceMs}`, ...line, rounds: 1, measure };
}

function linesAt(serviceMs: number): Line[] {
	const service = serviceMs === 0 ? "a service that answers at once" : `a service of ${serviceMs} ms`;
	return [
		batchLine(serviceMs, { title: `${ROWS} rows, ${service}`, unit: "s" }, "seconds"),
		batchLine(serviceMs, { title: "  payouts", unit: "a second" }, "aSecond"),
		batchLine(serviceMs, { title: "  pages meanwhile, p95", unit: "ms" }, "pagesP95Ms"),
		batchLine(serviceMs, { title: "  a payout with nine tenths waiting ÷ with one", unit: "×" }, "waitingCost"),
		batchLine(serviceMs, { title: "  memory of web, at most", unit: "MB" }, "webMb"),
		batchLine(serviceMs, { title: "  memory of the worker, at most", unit: "MB" }, "workerMb"),
	];
}

export const batchSendingLines: readonly Line[] = [...linesAt(0), ...linesAt(500)];
