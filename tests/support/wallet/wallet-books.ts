/** Keeps the books of the scripted service's wallet: an accepted payout reduces the balance and adds a line. */
import { minorOf, toDecimal } from "#lib/money.ts";
import type { Clock } from "#server/context.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { answerTo, type Script } from "#tests/support/payment-desk.ts";

export type WalletBooks = ReturnType<typeof keepBooks>;

/** Fees are one hundredth, beside the amount, rounded up to the unit. */
export function keepBooks(script: Script, clock: Clock) {
	let late: WireMovement[] | null = null;
	const book = (type: string, amount: string, fee: string, line: boolean) => {
		const at = clock.now().toISOString();
		const sum = minorOf(amount);
		const change = type === "deposit" ? sum - minorOf(fee) : -(sum + minorOf(fee));
		script.balance = toDecimal(minorOf(script.balance) + change);
		script.updatedAt = at;
		if (!line) return;
		const written = {
			movement_type: type,
			amount: toDecimal(sum),
			fee_amount: fee,
			currency_code: "XOF",
			created_at: at,
		};
		if (late) late.push(written);
		else script.movements = [written, ...script.movements];
	};
	script.post = (respond, body) => {
		const isPayout = body.phone_number === undefined;
		const amount = String(body.amount);
		if (isPayout) book("withdrawal", amount, feeOf(amount), true);
		const now = clock.now().toISOString();
		const times = { created_at: now, processed_at: isPayout ? now : null };
		return respond.json(201, answerTo(body, times));
	};
	return {
		/** Money leaves without this desk. `line: false`: only the balance shows it. */
		leave: (amount: string, { line = true, fee = feeOf(amount) } = {}) => book("withdrawal", amount, fee, line),
		arrive: (amount: string, { line = true } = {}) => book("deposit", amount, "0.00", line),
		holdLines() {
			late = [];
		},
		writeLines() {
			script.movements = [...(late ?? []), ...script.movements];
			late = null;
		},
	};
}

function feeOf(amount: string): string {
	return toDecimal(((minorOf(amount) + 9_999n) / 10_000n) * 100n);
}
