/** Payouts per second with one and two workers, and the wait of each. For this version only, because its parts are called directly. */
import { type Line, measuredTogether } from "#tests/bench/line.ts";
import { measureSending, type SendingFigures } from "#tests/bench/measure-sending.ts";

const line = measuredTogether(measureSending);
const key = "two-workers";

/** Two workers compared with one, and the rates of both. */
function linesOf(of: "oneWallet" | "fiveWallets", where: string): Line[] {
	const rates = ({ one, two }: SendingFigures["oneWallet"]) =>
		two.map(({ aSecond }, run) => aSecond / (one[run]?.aSecond ?? 0));
	const rateOf = (by: "one" | "two") => (figures: SendingFigures) => figures[of][by].map(({ aSecond }) => aSecond);
	return [
		line({ key, title: `two workers ÷ one, ${where}`, unit: "×" }, (figures) => rates(figures[of])),
		line({ key, title: "  payouts by one", unit: "a second" }, rateOf("one")),
		line({ key, title: "  payouts by two", unit: "a second" }, rateOf("two")),
	];
}

export const sendingLines: readonly Line[] = [
	...linesOf("fiveWallets", "five wallets of 16 lanes, a service of 500 ms"),
	...linesOf("oneWallet", "a wallet of 8 lanes, a service that answers at once"),
	line({ key, title: "  durable writes a payout, by one", unit: "writes" }, ({ oneWallet }) =>
		oneWallet.one.map(({ flushes }) => flushes),
	),
	line({ key, title: "  longest stall of a worker", unit: "ms" }, ({ oneWallet, fiveWallets }) =>
		[...oneWallet.two, ...fiveWallets.two].map(({ stallMs }) => stallMs),
	),
	line({ key, title: "    of it the worker's own work", unit: "ms" }, ({ oneWallet, fiveWallets }) =>
		[...oneWallet.two, ...fiveWallets.two].map(({ ownStallMs }) => ownStallMs),
	),
	line({ key: "approve-to-byte", title: "approval → first byte, median", unit: "ms" }, ({ alone }) => alone.medianMs),
	line({ key: "approve-to-byte", title: "  95th percentile", unit: "ms" }, ({ alone }) => alone.p95Ms),
];
