/** The kinds of accounts and their ids. */
import type { AccountKind } from "#server/sandbox/tables.ts";

export interface AccountName {
	id: string;
	kind: AccountKind;
	currency: string;
}

/** Money that the business may spend: the `balance` of the interface. */
export function walletAccount(currency: string): AccountName {
	return { id: `wallet:${currency}`, kind: "wallet", currency };
}

/** Principal and fees of payouts under way. */
export function reservedAccount(currency: string): AccountName {
	return { id: `reserved:${currency}`, kind: "reserved", currency };
}

export function feesAccount(currency: string): AccountName {
	return { id: `fees:${currency}`, kind: "fees", currency };
}

export function subscriberAccount(phoneNumber: string, currency: string): AccountName {
	return { id: `subscriber:${phoneNumber}:${currency}`, kind: "subscriber", currency };
}

/** The outside world, where money comes from and goes to. */
export function operatorsAccount(currency: string): AccountName {
	return { id: `operators:${currency}`, kind: "operators", currency };
}
