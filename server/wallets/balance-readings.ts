/** Balance readings: asks the service, stores the answer, and reads the latest one. */
import { sql } from "kysely";
import type { Wallet } from "#lib/contracts/wallet.ts";
import { parseDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import type { WireWallet } from "#server/momo/wire.ts";
import { publishChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { ofWallet, type WalletKey } from "#server/store/listed.ts";
import { hasAnswered, nameAccount, noteAnswer } from "#server/wallets/own-wallet.ts";

// After a longer gap the balance in between is unknown, so the later reading begins a row of its own. The worker reads every two
// minutes: its readings stay in one row, even if one is missed.
const STRETCH_GAP_MS = 300_000;

/** Throws `wallet_unknown` for a currency that is not configured: such a text must not become part of the service's path. */
export function requireWalletKey({ config }: SystemContext, currency: string): WalletKey {
	if (!config.walletCurrencies.includes(currency)) throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	return { environment: config.environment, currency };
}

/**
 * Asks the service for the balance and stores the answer. Throws AppError: `service_unreadable` when the value cannot be trusted
 * (nothing is stored then), `another_wallet` when another account's wallet answered, `wallet_unknown` when the service has no
 * such wallet, else why it could not be asked.
 */
export async function askBalance(system: SystemContext, currency: string): Promise<Wallet> {
	return walletOf(await keepAnswer(system, currency, await askService(system, currency)));
}

/** Asks the service and stores nothing. Throws as `askBalance`, except `another_wallet`. */
async function askService(system: SystemContext, currency: string): Promise<WireWallet> {
	const answer = await system.service.readBalance(currency).catch((error: unknown) => {
		throw error instanceof ServiceError ? appErrorOf(error) : error;
	});
	if (!answer) throw new AppError("wallet_unknown", `the service has no wallet in ${currency}`);
	if (answer.currency_code !== currency || parseDecimal(answer.balance) === null) {
		throw new AppError("service_unreadable", `the balance of ${currency} is unreadable or in another currency`);
	}
	return answer;
}

/**
 * Makes sure that our wallet answers to the present keys, before an answer that names no wallet is used. Until a wallet was read
 * once, any answer counts as ours. Throws AppError as `askBalance`.
 */
export async function requireOwnWallet(system: SystemContext, currency: string): Promise<void> {
	if (hasAnswered(system, currency)) return;
	if (await newestReading(system.database, system.config.environment, currency)) await askBalance(system, currency);
}

/**
 * Stores a valid balance of this currency that was just read: a reading from before a payout serves as evidence later. Throws
 * AppError `another_wallet`.
 */
export async function keepAnswer(system: SystemContext, currency: string, answer: WireWallet): Promise<StoredReading> {
	const look = readingOf(system, currency, answer);
	const { id, account } = await system.database.transaction().execute(async (trx) => {
		// Web and worker both store readings: each must see the other's, or the earlier reading could overwrite the later one's time.
		await sql`select pg_advisory_xact_lock(7270405, hashtext(${`${look.environment}:${currency}`}))`.execute(trx);
		const last = await newestReading(trx, look.environment, currency);
		if (!last || last.wallet_reference === look.wallet_reference)
			return { account: null, id: await saveReading(trx, { last, look, updatedAt: answer.updated_at }) };
		const { address } = system.config;
		return { account: await nameAccount(trx, { address, currency, reference: look.wallet_reference }), id: "" };
	});
	noteAnswer(system, currency, account);
	// guard: another-wallet-is-not-ours
	if (account) throw new AppError("another_wallet", `another account's ${currency} wallet answered`);
	return { ...look, id };
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

interface WalletReading {
	environment: string;
	currency: string;
	wallet_reference: string;
	balance: string;
	updated_at: Date;
	fetched_at: Date;
}

type StoredReading = WalletReading & { id: string };

/**
 * Returns the row's id. `updatedAt` stays text as the service wrote it: a Date would cut microseconds, and the movement that made
 * the balance would come after it.
 */
async function saveReading(
	trx: DatabaseTransaction,
	{ last, look, updatedAt }: { last: StoredReading | undefined; look: WalletReading; updatedAt: string },
): Promise<string> {
	if (last && isSameAnswer(last, look) && look.fetched_at.getTime() - last.fetched_at.getTime() <= STRETCH_GAP_MS) {
		if (look.fetched_at > last.fetched_at) await endStretch(trx, last.id, look.fetched_at);
		return last.id;
	}
	const { id } = await trx
		.insertInto("balance_reading")
		.values({
			...look,
			updated_at: sql<Date>`${updatedAt}::timestamptz`,
			first_fetched_at: look.fetched_at,
			kept_at: sql<Date>`now()`,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	if (last?.balance !== look.balance) await publishChange(trx, { topic: "wallets", id: look.currency });
	return id;
}

async function endStretch(trx: DatabaseTransaction, id: string, at: Date): Promise<void> {
	await trx.updateTable("balance_reading").set({ fetched_at: at }).where("id", "=", id).execute();
}

export function newestReading(
	database: SystemContext["database"] | DatabaseTransaction,
	environment: string,
	currency: string,
) {
	return database
		.selectFrom("balance_reading")
		.selectAll()
		.where(ofWallet({ environment, currency }))
		.orderBy("fetched_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
}

function isSameAnswer(a: WalletReading, b: WalletReading): boolean {
	return a.balance === b.balance && a.updated_at.getTime() === b.updated_at.getTime();
}

/** `stale` is false; a caller that answers with an old reading sets it. */
export function walletOf(look: WalletReading): Wallet {
	return {
		walletReference: look.wallet_reference,
		balance: look.balance,
		currency: look.currency,
		updatedAt: look.updated_at.toISOString(),
		fetchedAt: look.fetched_at.toISOString(),
		stale: false,
	};
}
