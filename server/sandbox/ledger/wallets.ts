import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { openAccounts, postFromOutside } from "#server/sandbox/ledger/post-journal.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

// Crockford's alphabet: no two of its characters look alike.
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export type Wallet = Awaited<ReturnType<typeof listWallets>>[number];

export const ALL_CURRENCIES = [...new Set(DEFAULT_OPERATORS.map(({ currency }) => currency))].sort();

/** `named`: wallets that keep their reference. */
export async function openWallets(
	database: SandboxDatabase,
	currencies: readonly string[],
	at: Date,
	named: readonly Pick<Wallet, "currency" | "reference">[] = [],
): Promise<void> {
	const names = new Map(named.map(({ currency, reference }) => [currency, reference]));
	await openAccounts(database, currencies.map(walletAccount), at).execute();
	await database
		.insertInto("wallet")
		.values(
			currencies.map((currency) => ({
				currency,
				reference: names.get(currency) ?? `WF-${randomSuffix(8)}`,
				account_id: walletAccount(currency).id,
			})),
		)
		.onConflict((conflict) => conflict.column("currency").doNothing())
		.execute();
}

export function listWallets(database: SandboxDatabase) {
	return wallets(database).orderBy("wallet.currency").execute();
}

export function findWallet(database: SandboxDatabase, currency: string): Promise<Wallet | undefined> {
	return wallets(database).where("wallet.currency", "=", currency).executeTakeFirst();
}

/** Adds money to the wallet without a fee, recorded as a movement of type `deposit`. */
export async function fundWallet(sandbox: Sandbox, currency: string, amountMinor: AmountMinor): Promise<void> {
	const at = sandbox.control.now();
	await sandbox.database.transaction().execute(async (database) => {
		await postFromOutside(database, walletAccount(currency), amountMinor, { kind: "funds", at });
		await database
			.insertInto("movement")
			.values({ type: "deposit", amount: toDecimal(amountMinor), fee: "0.00", currency, created_at: at })
			.execute();
	});
}

export function randomSuffix(length: number): string {
	return [...randomBytes(length)].map((byte) => LETTERS[byte % 32]).join("");
}

function wallets(database: SandboxDatabase) {
	return database
		.selectFrom("wallet")
		.innerJoin("account", "account.id", "wallet.account_id")
		.leftJoin("account as reserved", (join) =>
			join.onRef("reserved.currency", "=", "wallet.currency").on("reserved.kind", "=", "reserved"),
		)
		.select(({ fn }) => [
			"wallet.currency",
			"wallet.reference",
			"account.balance",
			fn.coalesce("reserved.balance", sql<string>`'0.00'`).as("reserved"),
			"account.updated_at as updatedAt",
		]);
}
