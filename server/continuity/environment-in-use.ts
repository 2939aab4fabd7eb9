/**
 * The account at the service that this database is used with, by its environment; its payments must not be sent through another
 * one. The environment is the first address of the service, and for an account that came after another one, also a digest of its
 * wallet's name. Two admins may say that another address is the same service.
 */
import { sql } from "kysely";
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import type { Database } from "#server/store/database.ts";
import { otherAccount } from "#server/wallets/own-wallet.ts";

export const ENVIRONMENT_IN_USE = "environment_in_use";

const inUseSchema = z.object({ environment: z.string(), addresses: z.array(z.string()).default([]) });
export type EnvironmentInUse = z.infer<typeof inUseSchema>;

/**
 * The environment that answers instead of the one in use; null for none, also for a database that was never used: it is from now
 * on. At an address that two admins called the same service, the process takes the environment over, and each wallet is read
 * before a payout leaves.
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

/** The same for a program that sends nothing. */
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

/** Null when it is not set. An unreadable value is never our environment. */
export async function readEnvironmentInUse(database: Database): Promise<EnvironmentInUse | null> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", ENVIRONMENT_IN_USE)
		.executeTakeFirst();
	return row ? (inUseSchema.safeParse(row.value).data ?? { environment: "", addresses: [] }) : null;
}

export function environmentOf(value: unknown): string {
	return inUseSchema.safeParse(value).data?.environment ?? "";
}

/** True when each wallet that was read at both addresses has the same reference, and one was. */
export async function isSameWallet(database: Database, address: string): Promise<boolean> {
	const inUse = await readEnvironmentInUse(database);
	const same = sql<boolean>`is_same_wallet(${address}, ${inUse?.environment ?? ""})`;
	return (await database.selectNoFrom(same.as("same")).executeTakeFirstOrThrow()).same;
}
