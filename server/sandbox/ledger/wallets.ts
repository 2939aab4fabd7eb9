/** The business's wallets, one per currency: opened empty, filled by deposits or the controls. */
import { randomBytes } from "node:crypto";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import { DEFAULT_OPERATORS } from "#lib/operators.ts";
import { operatorsAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { postJournal } from "#server/sandbox/ledger/post-journal.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

// Crockford's letters: none resembles another.
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export interface Wallet {
	currency: string;
	reference: string;
	/** The spendable balance: without payouts in progress. */
	balance: string;
	reserved: string;
	updatedAt: Date;
}

/** The currencies of all operators. */
export const ALL_CURRENCIES = [...new Set(DEFAULT_OPERATORS.map(({ currency }) => currency))].sort();

export async function openWallets(database: SandboxDatabase, currencies: readonly string[], at: Date): Promise<void> {
	if (currencies.length === 0) return;
	await database
		.insertInto("account")
		.values(currencies.map((currency) => ({ ...walletAccount(currency), updated_at: at })))
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
	await database
		.insertInto("wallet")
		.values(
			currencies.map((currency) => ({
				currency,
				reference: `WF-${randomSuffix(8)}`,
				account_id: walletAccount(currency).id,
			})),
		)
		.onConflict((conflict) => conflict.column("currency").doNothing())
		.execute();
}

export async function listWallets(database: SandboxDatabase): Promise<Wallet[]> {
	const rows = await wallets(database).orderBy("wallet.currency").execute();
	return rows.map(toWallet);
}

export async function findWallet(database: SandboxDatabase, currency: string): Promise<Wallet | null> {
	const row = await wallets(database).where("wallet.currency", "=", currency).executeTakeFirst();
	return row ? toWallet(row) : null;
}

/** Adds outside money without a fee, as a movement of type `deposit`. */
export async function fundWallet(sandbox: Sandbox, currency: string, amountMinor: AmountMinor): Promise<void> {
	const at = sandbox.control.now();
	await sandbox.database.transaction().execute(async (database) => {
		await postJournal(database, {
			kind: "funds",
			reference: null,
			at,
			entries: [
				{ account: operatorsAccount(currency), amountMinor: -amountMinor },
				{ account: walletAccount(currency), amountMinor },
			],
		});
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
		.select([
			"wallet.currency",
			"wallet.reference",
			"account.balance",
			"account.updated_at",
			"reserved.balance as reserved",
		]);
}

function toWallet(row: {
	currency: string;
	reference: string;
	balance: string;
	updated_at: Date;
	reserved: string | null;
}): Wallet {
	return {
		currency: row.currency,
		reference: row.reference,
		balance: row.balance,
		reserved: row.reserved ?? "0.00",
		updatedAt: row.updated_at,
	};
}
