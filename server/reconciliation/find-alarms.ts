import { type AmountMinor, parseDecimal, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { openOddities } from "#server/reconciliation/list-findings.ts";
import { readLeftOver } from "#server/reconciliation/read-oddities.ts";

export interface Alarm {
	count: number;
	currency: string;
	/** Of all of them, two-decimal text. */
	amount: string;
	/** The oldest. */
	since: Date;
}

/** Money that left a wallet and that nobody here sent; one entry a wallet that has any. */
export async function findAlarms({ database, config }: SystemContext): Promise<Alarm[]> {
	const { environment, walletCurrencies } = config;
	const all = await Promise.all(
		walletCurrencies.map(async (currency): Promise<Alarm[]> => {
			const left = await readLeftOver(database, { environment, currency });
			const alarms = openOddities(left).filter(({ alarm }) => alarm);
			if (alarms.length === 0) return [];
			const amounts = new Map(left.lines.map(({ id, amount }) => [id, parseDecimal(amount) ?? 0n]));
			// Of lines that cannot be told apart, those are too many for which there is no payment.
			const amount = alarms.reduce<AmountMinor>((sum, { lineIds, paymentIds }) => {
				const surplus = BigInt(Math.max(0, lineIds.length - paymentIds.length));
				return sum + surplus * (amounts.get(lineIds[0] ?? "") ?? 0n);
			}, 0n);
			const since = new Date(Math.min(...alarms.map(({ at }) => at)));
			return [{ count: alarms.length, currency, amount: toDecimal(amount), since }];
		}),
	);
	return all.flat();
}
