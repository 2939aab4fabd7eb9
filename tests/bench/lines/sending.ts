/** Payouts that leave: how many a second, by one worker and by two, and how long each waits. Of this version alone: its parts are called. */
import type { Line } from "#tests/bench/line.ts";
import { measureSending, type SendingFigures } from "#tests/bench/measure-sending.ts";

let figures: Promise<SendingFigures> | null = null;

function sendingLine(
	line: Pick<Line, "key" | "title" | "unit">,
	pick: (of: SendingFigures) => readonly number[],
): Line {
	let round = 0;
	const measure: Line["measure"] = async (side) => {
		if (side.name !== "this") return null;
		figures ??= measureSending();
		return pick(await figures)[round++] ?? null;
	};
	return { ...line, measure };
}

const rates = ({ one, two }: SendingFigures["atOnce"]) =>
	two.map(({ aSecond }, run) => aSecond / (one[run]?.aSecond ?? 0));

export const sendingLines: readonly Line[] = [
	sendingLine(
		{ key: "two-workers", title: "two workers ÷ one, 8 lanes, a service of 500 ms", unit: "×" },
		({ halfASecond }) => rates(halfASecond),
	),
	sendingLine({ key: "two-workers", title: "  payouts by two", unit: "a second" }, ({ halfASecond }) =>
		halfASecond.two.map(({ aSecond }) => aSecond),
	),
	sendingLine(
		{ key: "two-workers", title: "two workers ÷ one, 8 lanes, a service that answers at once", unit: "×" },
		({ atOnce }) => rates(atOnce),
	),
	sendingLine({ key: "two-workers", title: "  payouts by one", unit: "a second" }, ({ atOnce }) =>
		atOnce.one.map(({ aSecond }) => aSecond),
	),
	sendingLine({ key: "two-workers", title: "  payouts by two", unit: "a second" }, ({ atOnce }) =>
		atOnce.two.map(({ aSecond }) => aSecond),
	),
	sendingLine({ key: "two-workers", title: "  durable writes a payout, by one", unit: "writes" }, ({ atOnce }) =>
		atOnce.one.map(({ flushes }) => flushes),
	),
	sendingLine({ key: "two-workers", title: "  longest stall of a worker", unit: "ms" }, ({ atOnce, halfASecond }) =>
		[...atOnce.two, ...halfASecond.two].map(({ stallMs }) => stallMs),
	),
	sendingLine({ key: "two-workers", title: "    of it the worker's own work", unit: "ms" }, ({ atOnce, halfASecond }) =>
		[...atOnce.two, ...halfASecond.two].map(({ ownStallMs }) => ownStallMs),
	),
	sendingLine(
		{ key: "two-workers", title: "  payouts by one, a service of 500 ms", unit: "a second" },
		({ halfASecond }) => halfASecond.one.map(({ aSecond }) => aSecond),
	),
	sendingLine({ key: "approve-to-byte", title: "approval → first byte, median", unit: "ms" }, ({ alone }) => [
		alone.medianMs,
	]),
	sendingLine({ key: "approve-to-byte", title: "  95th percentile", unit: "ms" }, ({ alone }) => [alone.p95Ms]),
];
