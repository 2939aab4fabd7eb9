/**
 * Remembers whose wallet answered. The service names each wallet: another name at the same address is another account's wallet, whose
 * balance and lines never mix with ours and through which nothing is sent. Assumption: a wallet keeps its name.
 */
import { hash } from "node:crypto";
import type { SystemContext } from "#server/context.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

interface Answered {
	/** The environment of the other account; null: our wallet answered. */
	account: string | null;
	keys: string | null;
}

/** The last answer of each wallet to this process. */
const answers = new WeakMap<Database, Map<string, Answered>>();

function answersTo({ database }: Pick<SystemContext, "database">): Map<string, Answered> {
	const known = answers.get(database) ?? new Map<string, Answered>();
	answers.set(database, known);
	return known;
}

export function noteAnswer({ database, config }: SystemContext, currency: string, account: string | null): void {
	answersTo({ database }).set(currency, { account, keys: config.keyFingerprint });
}

/** Returns the environment of another account whose wallet answered last instead of ours; null when only our wallets answered. */
export function otherAccount(system: Pick<SystemContext, "database">): string | null {
	for (const { account } of answersTo(system).values()) if (account !== null) return account;
	return null;
}

/** True when our wallet has answered to the current keys; without a currency, when any of our wallets has. */
export function hasAnswered({ database, config }: SystemContext, currency?: string): boolean {
	const known = answersTo({ database });
	const asked = currency === undefined ? [...known.values()] : [known.get(currency)];
	return asked.some((answer) => answer?.account === null && answer.keys === config.keyFingerprint);
}

/** Returns the environment under which this wallet was read at our address before, else a new one that begins with the address. */
export async function nameAccount(
	trx: DatabaseTransaction,
	{ address, currency, reference }: { address: string; currency: string; reference: string },
): Promise<string> {
	const row = await trx
		.selectFrom("balance_reading")
		.select("environment")
		.where("currency", "=", currency)
		.where("wallet_reference", "=", reference)
		.where((reading) =>
			reading.or([reading("environment", "=", address), reading("environment", "like", `${address}:%`)]),
		)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row?.environment ?? `${address}:${hash("sha256", reference).slice(0, 12)}`;
}
