/** The service's fees, which the business pays: a deposit adds amount − fee, a payout takes amount + fee. */
import { type AmountMinor, currencyDecimals } from "#lib/money.ts";
import type { TransactionKind } from "#server/sandbox/tables.ts";

// Per thousand. Assumption: the specification shows no tariff; aggregators take about 1 % of payouts and 1.5 % of deposits.
const PER_THOUSAND: Record<TransactionKind, bigint> = { deposit: 15n, withdrawal: 10n };

/** Returns the fee, rounded up to the currency's smallest unit. */
export function feeOf(kind: TransactionKind, amountMinor: AmountMinor, currency: string): AmountMinor {
	const unit = currencyDecimals(currency) === 0 ? 100n : 1n;
	const exact = amountMinor * PER_THOUSAND[kind];
	const divisor = 1000n * unit;
	return ((exact + divisor - 1n) / divisor) * unit;
}
