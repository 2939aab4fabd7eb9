/**
 * Binds this database to one account at the service: its payments must not be sent through another. The environment is the digest of the
 * service's first address; for a second account at that address, a digest of its wallet's name is added.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import type { Database } from "#server/store/database.ts";
import { selectSetting } from "#server/store/settings.ts";
import { otherAccount } from "#server/wallets/own-wallet.ts";

export const ENVIRONMENT_IN_USE = "environment_in_use";

const inUseSchema = z.object({ environment: z.string(), addresses: z.array(z.string()).default([]) });
export type EnvironmentInUse = z.infer<typeof inUseSchema>;

/**
 * Returns the environment that answers instead of the one in use, else null. Binds a new database to the configured address. At an address
 * that two admins confirmed, adopts the environment in use and requires each wallet to be read before a payout leaves.
 */
export async function findOtherEnvironment(system: SystemContext): Promise<string | null> {
	const { database, config, clock } = system;
	const inUse = await readEnvironmentInUse(database);
	if (inUse === null) {
		const value = JSON.stringify({ environment: config.address });
		await database
			.insertInto("setting")
			.values({ name: ENVIRONMENT_IN_USE, value, changed_at: clock.now(), changed_by: null })
			.onConflict((conflict) => conflict.column("name").doNothing())
			.execute();
		return otherAccount(system);
	}
	if (!isServiceOf(inUse, config.address)) return config.address;
	if (config.environment !== inUse.environment) {
		await openGaps({ ...system, config: { ...config, environment: inUse.environment } }, "start");
		config.environment = inUse.environment;
	}
	const account = otherAccount(system);
	return account === inUse.environment ? null : account;
}

/** Adopts the environment in use when the address belongs to the same service. Opens no gap, unlike `findOtherEnvironment`. */
export async function adoptEnvironment({
	database,
	config,
}: Pick<SystemContext, "database" | "config">): Promise<void> {
	const inUse = await readEnvironmentInUse(database);
	if (inUse && isServiceOf(inUse, config.address)) config.environment = inUse.environment;
}

function isServiceOf({ environment, addresses }: EnvironmentInUse, address: string): boolean {
	return environment === address || environment.startsWith(`${address}:`) || addresses.includes(address);
}

/** Returns null when the database was never used. An unreadable value counts as another environment. */
export async function readEnvironmentInUse(database: Database): Promise<EnvironmentInUse | null> {
	const row = await selectSetting(database, ENVIRONMENT_IN_USE);
	return row ? (inUseSchema.safeParse(row.value).data ?? { environment: "", addresses: [] }) : null;
}

export function environmentOf(value: unknown): string {
	return inUseSchema.safeParse(value).data?.environment ?? "";
}

/** True when at least one wallet was read at both addresses, and each such wallet has the same reference at both. */
export async function isSameWallet(database: Database, address: string): Promise<boolean> {
	const inUse = await readEnvironmentInUse(database);
	const same = sql<boolean>`is_same_wallet(${address}, ${inUse?.environment ?? ""})`;
	return (await database.selectNoFrom(same.as("same")).executeTakeFirstOrThrow()).same;
}
