/** Payouts per second with one and two workers, and the wait of each. For this version only, because its parts are called directly. */
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

const key = "two-workers";

/** Two workers compared with one, and the rates of both. */
function linesOf(of: "oneWallet" | "fiveWallets", where: string): Line[] {
	const rates = ({ one, two }: SendingFigures["oneWallet"]) =>
		two.map(({ aSecond }, run) => aSecond / (one[run]?.aSecond ?? 0));
	const rateOf = (by: "one" | "two") => (figures: SendingFigures) => figures[of][by].map(({ aSecond }) => aSecond);
	return [
		sendingLine({ key, title: `two workers ÷ one, ${where}`, unit: "×" }, (figures) => rates(figures[of])),
		sendingLine({ key, title: "  payouts by one", unit: "a second" }, rateOf("one")),
		sendingLine({ key, title: "  payouts by two", unit: "a second" }, rateOf("two")),
	];
}

export const sendingLines: readonly Line[] = [
	...linesOf("fiveWallets", "five wallets of 16 lanes, a service of 500 ms"),
	...linesOf("oneWallet", "a wallet of 8 lanes, a service that answers at once"),
	sendingLine({ key, title: "  durable writes a payout, by one", unit: "writes" }, ({ oneWallet }) =>
		oneWallet.one.map(({ flushes }) => flushes),
	),
	sendingLine({ key, title: "  longest stall of a worker", unit: "ms" }, ({ oneWallet, fiveWallets }) =>
		[...oneWallet.two, ...fiveWallets.two].map(({ stallMs }) => stallMs),
	),
	sendingLine({ key, title: "    of it the worker's own work", unit: "ms" }, ({ oneWallet, fiveWallets }) =>
		[...oneWallet.two, ...fiveWallets.two].map(({ ownStallMs }) => ownStallMs),
	),
	sendingLine({ key: "approve-to-byte", title: "approval → first byte, median", unit: "ms" }, ({ alone }) => [
		alone.medianMs,
	]),
	sendingLine({ key: "approve-to-byte", title: "  95th percentile", unit: "ms" }, ({ alone }) => [alone.p95Ms]),
];
