/** Looks at a balance: asking the service, keeping what it said, and the last one kept. */
import { sql } from "kysely";
import type { Wallet } from "#lib/contracts/wallet.ts";
import { parseDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import type { WireWallet } from "#server/momo/wire.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

// Between two looks further apart than this, nobody knows: the later one begins a row of its own. The worker looks every
// two minutes: its looks stay one stretch, also when one of them is missed.
const STRETCH_GAP_MS = 300_000;

/** Throws `wallet_unknown` for a currency that this desk was not configured for: nothing of it reaches the service's path. */
export function demandWallet(system: SystemContext, currency: string): void {
	if (!system.config.walletCurrencies.includes(currency)) {
		throw new AppError("wallet_unknown", `no wallet is configured for ${currency}`);
	}
}

/**
 * Asks the service for the balance and keeps the answer. Throws AppError: `service_unreadable` when the value cannot be
 * trusted (nothing is kept then), `wallet_unknown` when the service has no such wallet, else why it could not be asked.
 */
export async function askBalance(system: SystemContext, currency: string): Promise<Wallet> {
	return walletOf(await keepAnswer(system, currency, await askService(system, currency)));
}

/** The answer alone; nothing is kept. */
export async function askService(system: SystemContext, currency: string): Promise<WireWallet> {
	const answer = await system.service.readBalance(currency).catch((error: unknown) => {
		throw error instanceof ServiceError ? appErrorOf(error) : error;
	});
	if (!answer) throw new AppError("wallet_unknown", `the service has no wallet in ${currency}`);
	if (answer.currency_code !== currency || parseDecimal(answer.balance) === null) {
		throw new AppError("service_unreadable", `the balance of ${currency} cannot be trusted`);
	}
	return answer;
}

/** Keeps a balance that was just read, of this currency and readable: what is seen before a payout leaves is evidence later. */
export async function keepAnswer(system: SystemContext, currency: string, answer: WireWallet): Promise<KeptLook> {
	const look = lookOf(system, currency, answer);
	const id = await system.database.transaction().execute((trx) => keepLook(trx, look, answer.updated_at));
	return { ...look, id };
}

/** What was answered just now, as it would be kept. */
export function lookOf(system: SystemContext, currency: string, answer: WireWallet): WalletLook {
	return {
		environment: system.config.environment,
		currency,
		wallet_reference: answer.wallet_reference,
		balance: answer.balance,
		updated_at: new Date(answer.updated_at),
		fetched_at: system.clock.now(),
	};
}

export interface WalletLook {
	environment: string;
	currency: string;
	wallet_reference: string;
	balance: string;
	updated_at: Date;
	fetched_at: Date;
}

/** With the row that holds it. */
type KeptLook = WalletLook & { id: string };

/**
 * Resolves with the id of the row that holds it. `updatedAt` as the service wrote it: a Date would cut microseconds, and the movement that made the balance would come after it.
 */
async function keepLook(trx: DatabaseTransaction, look: WalletLook, updatedAt: string): Promise<string> {
	// Web and worker look too: each must see what the other kept, or the earlier look could overwrite the later one's time.
	await sql`select pg_advisory_xact_lock(7270405, hashtext(${`${look.environment}:${look.currency}`}))`.execute(trx);
	const last = await newestLook(trx, look.environment, look.currency);
	const heldUntil = last && (await lastHeard(trx, last, look.fetched_at));
	if (
		last &&
		heldUntil &&
		isSameAnswer(last, look) &&
		look.fetched_at.getTime() - heldUntil.getTime() <= STRETCH_GAP_MS
	) {
		if (look.fetched_at > last.fetched_at) await endStretch(trx, last.id, look.fetched_at);
		return last.id;
	}
	if (last && heldUntil && heldUntil > last.fetched_at) await endStretch(trx, last.id, heldUntil);
	const { id } = await trx
		.insertInto("wallet_look")
		.values({
			...look,
			updated_at: sql<Date>`${updatedAt}::timestamptz`,
			first_fetched_at: look.fetched_at,
			kept_at: sql<Date>`now()`,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	if (last?.balance !== look.balance) await tellChange(trx, { topic: "wallets", id: look.currency });
	return id;
}

/** Until when the service is known to have repeated a look: pages hear it and do not write it each time. Never beyond the look that comes now. */
async function lastHeard(trx: DatabaseTransaction, last: KeptLook, now: Date): Promise<Date> {
	const held = await trx
		.selectFrom("balance_question")
		.select("held_at")
		.where("environment", "=", last.environment)
		.where("currency", "=", last.currency)
		.where("look_id", "=", last.id)
		.executeTakeFirst();
	const until = held?.held_at && held.held_at < now ? held.held_at : now;
	return held?.held_at && until > last.fetched_at ? until : last.fetched_at;
}

async function endStretch(trx: DatabaseTransaction, id: string, at: Date): Promise<void> {
	await trx.updateTable("wallet_look").set({ fetched_at: at }).where("id", "=", id).execute();
}

export function newestLook(
	database: SystemContext["database"] | DatabaseTransaction,
	environment: string,
	currency: string,
) {
	return database
		.selectFrom("wallet_look")
		.selectAll()
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.orderBy("fetched_at", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
}

export function isSameAnswer(a: WalletLook, b: WalletLook): boolean {
	return (
		a.balance === b.balance &&
		a.wallet_reference === b.wallet_reference &&
		a.updated_at.getTime() === b.updated_at.getTime()
	);
}

/** `stale` is false: who answers with it instead of the service marks it. */
export function walletOf(look: WalletLook): Wallet {
	return {
		walletReference: look.wallet_reference,
		balance: look.balance,
		currency: look.currency,
		updatedAt: look.updated_at.toISOString(),
		fetchedAt: look.fetched_at.toISOString(),
		stale: false,
	};
}
