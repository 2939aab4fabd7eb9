import { type Selectable, sql } from "kysely";
import type { Wallet } from "#lib/contracts/wallet.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import type { WireWallet } from "#server/momo/wire.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { hasAnswered, nameAccount, noteAnswer } from "#server/wallets/own-wallet.ts";

// After a longer gap, or by a clock that was ahead, the balance in between is unknown, so the later reading begins a row of its own. The
// worker reads every two minutes: its readings stay in one row, even if one is missed.
const ROW_GAP_MS = 300_000;

/** Throws `wallet_unknown` for a currency that is not configured, since the currency becomes part of a path at the service. */
export function requireWalletKey({ config }: SystemContext, currency: string): WalletKey {
	if (!config.walletCurrencies.includes(currency)) throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	return { environment: config.environment, currency };
}

/**
 * Asks the service for the balance and stores the answer. Throws AppError: `service_unreadable` when the value cannot be trusted
 * (nothing is stored then), `another_wallet` when another account's wallet answered, `wallet_unknown` when the service has no
 * such wallet, else the code of the failed call.
 */
export async function askBalance(system: SystemContext, currency: string): Promise<Wallet> {
	return walletOf(await keepAnswer(system, currency, await askService(system, currency)));
}

async function askService(system: SystemContext, currency: string): Promise<WireWallet> {
	const answer = await system.service.readBalance(currency).catch((error: unknown) => {
		throw error instanceof ServiceError ? appErrorOf(error) : error;
	});
	if (!answer) throw new AppError("wallet_unknown", `the service has no wallet in ${currency}`);
	return answer;
}

/**
 * Checks that the current keys reach our wallet, before an answer that names no wallet is used. Before a first balance reading nothing is
 * known of our wallet, so any wallet passes. Throws what `askBalance` throws.
 */
export async function requireOwnWallet(system: SystemContext, currency: string): Promise<void> {
	if (hasAnswered(system, currency)) return;
	if (await newestReading(system.database, system.config.environment, currency)) await askBalance(system, currency);
}

/**
 * Stores a balance that was just read and found valid: readings from before a payout serve as evidence later. Throws AppError
 * `another_wallet`.
 */
export async function keepAnswer(system: SystemContext, currency: string, answer: WireWallet): Promise<StoredReading> {
	const reading = readingOf(system, currency, answer);
	const { id, account } = await system.database.transaction().execute(async (trx) => {
		// Web and worker both store readings. Each must see the other's readings, or an earlier reading could overwrite a later time.
		await sql`select pg_advisory_xact_lock(7270405, hashtext(${`${reading.environment}:${currency}`}))`.execute(trx);
		const last = await newestReading(trx, reading.environment, currency);
		if (!last || last.wallet_reference === reading.wallet_reference)
			return { account: null, id: await saveReading(trx, { last, reading, updatedAt: answer.updated_at }) };
		const { address } = system.config;
		return { account: await nameAccount(trx, { address, currency, reference: reading.wallet_reference }), id: "" };
	});
	noteAnswer(system, currency, account);
	// guard: another-wallet-is-not-ours
	if (account) throw new AppError("another_wallet", `another account's ${currency} wallet answered`);
	return { ...reading, id };
}

function readingOf(system: SystemContext, currency: string, answer: WireWallet): WalletReading {
	return {
		environment: system.config.environment,
		currency,
		wallet_reference: answer.wallet_reference,
		balance: answer.balance,
		updated_at: new Date(answer.updated_at),
		fetched_at: system.clock.now(),
	};
}

type StoredReading = Omit<Selectable<Tables["balance_reading"]>, "first_fetched_at" | "kept_at">;
type WalletReading = Omit<StoredReading, "id">;

/**
 * Returns the row's id. `updatedAt` stays text as the service wrote it: a Date would cut microseconds, and the movement that made the
 * balance would seem to be later than the balance.
 */
async function saveReading(
	trx: DatabaseTransaction,
	{ last, reading, updatedAt }: { last: StoredReading | undefined; reading: WalletReading; updatedAt: string },
): Promise<string> {
	const gapMs = last ? Math.abs(reading.fetched_at.getTime() - last.fetched_at.getTime()) : 0;
	if (last && isSameAnswer(last, reading) && gapMs <= ROW_GAP_MS) {
		const { fetched_at } = reading;
		if (fetched_at > last.fetched_at)
			await trx.updateTable("balance_reading").set({ fetched_at }).where("id", "=", last.id).execute();
		return last.id;
	}
	const { id } = await trx
		.insertInto("balance_reading")
		.values({
			...reading,
			updated_at: sql<Date>`${updatedAt}::timestamptz`,
			first_fetched_at: reading.fetched_at,
			kept_at: sql<Date>`now()`,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	if (last?.balance !== reading.balance) await publishUpdate(trx, { topic: "wallets", id: reading.currency });
	return id;
}

/** The id decides: a reading by a clock that was ahead must not stay the newest until that time comes. */
export function newestReading(database: SystemContext["database"], environment: string, currency: string) {
	return database
		.selectFrom("balance_reading")
		.selectAll()
		.where(ofWallet({ environment, currency }))
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
}

function isSameAnswer(a: WalletReading, b: WalletReading): boolean {
	return a.balance === b.balance && a.updated_at.getTime() === b.updated_at.getTime();
}

export function walletOf(reading: WalletReading): Wallet {
	return {
		walletReference: reading.wallet_reference,
		balance: reading.balance,
		currency: reading.currency,
		updatedAt: reading.updated_at.toISOString(),
		fetchedAt: reading.fetched_at.toISOString(),
		stale: false,
	};
}
