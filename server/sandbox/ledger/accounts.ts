/** Which accounts there are, and how their ids are written. */
import type { AccountKind } from "#server/sandbox/tables.ts";

export interface AccountName {
	id: string;
	kind: AccountKind;
	currency: string;
}

/** What the business may spend: the `balance` that the service tells. */
export function walletAccount(currency: string): AccountName {
	return { id: `wallet:${currency}`, kind: "wallet", currency };
}

/** Principal and fee of payouts on their way. */
export function reservedAccount(currency: string): AccountName {
	return { id: `reserved:${currency}`, kind: "reserved", currency };
}

/** What the service earned. */
export function feesAccount(currency: string): AccountName {
	return { id: `fees:${currency}`, kind: "fees", currency };
}

/** A subscriber's own mobile money. */
export function subscriberAccount(phoneNumber: string, currency: string): AccountName {
	return { id: `subscriber:${phoneNumber}:${currency}`, kind: "subscriber", currency };
}

/** The world outside: where money comes from and goes to. */
export function operatorsAccount(currency: string): AccountName {
	return { id: `operators:${currency}`, kind: "operators", currency };
}
