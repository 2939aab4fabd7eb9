/** Days of a reconciled wallet: payouts with lines and fees, and a balance reading after each. */
import { toDecimal } from "#lib/money.ts";
import { BEGIN, HOUR, MINUTE, type openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

type Wallet = Awaited<ReturnType<typeof openReconciledWallet>>;

export function daysOf({ pay, line, look, read }: Pick<Wallet, "pay" | "line" | "look" | "read">) {
	async function aDay({ fee = "beside" as "beside" | "inside", from = BEGIN, lines = 4 } = {}): Promise<bigint> {
		let balance = 100_000_00n;
		await look("100000.00", from - MINUTE);
		for (let turn = 0; turn < lines; turn += 1) {
			const at = from + turn * HOUR;
			await pay({ at });
			await line({ at: at + 2_000 });
			balance -= fee === "beside" ? 505_000n : 500_000n;
			await look(toDecimal(balance), at + MINUTE, at + 2_000);
		}
		return balance;
	}

	/** A day with enough money for a large batch. */
	async function richDay(): Promise<bigint> {
		await aDay();
		await line({ type: "deposit", amount: "90000000.00", fee: "0.00", at: BEGIN + 4 * HOUR });
		await look("90079800.00", BEGIN + 4 * HOUR + MINUTE);
		return 90_079_800_00n;
	}

	const status = async () => (await read()).days.map(({ day, status: of, gap }) => [day, of, gap]);
	return { aDay, richDay, status };
}
