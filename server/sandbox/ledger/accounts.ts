import type { AccountKind } from "#server/sandbox/tables.ts";

export interface AccountName {
	id: string;
	kind: AccountKind;
	currency: string;
}

const account = (kind: AccountKind, currency: string, owner = ""): AccountName => ({
	...{ id: `${kind}:${owner}${currency}`, kind, currency },
});

/** Money that the business may spend: the `balance` of the interface. */
export const walletAccount = (currency: string) => account("wallet", currency);
/** Amounts and fees of payouts that have not ended. */
export const reservedAccount = (currency: string) => account("reserved", currency);
export const feesAccount = (currency: string) => account("fees", currency);
export const subscriberAccount = (phoneNumber: string, currency: string) =>
	account("subscriber", currency, `${phoneNumber}:`);
/** Everything outside the sandbox: money that enters or leaves comes from or goes to this account. */
export const operatorsAccount = (currency: string) => account("operators", currency);
