import { sql } from "kysely";
import type { FactorKind, OwnFactors } from "#lib/contracts/second-factor.ts";
import { requiresFactor } from "#lib/members/second-factor-policy.ts";
import type { Actor, Context, SystemContext } from "#server/context.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

export interface Factors {
	passkeys: { id: string; transports: string[] }[];
	totp: boolean;
	recoveryCodes: number;
}

/** `countingOnly`: leaves out factors that are too new to approve, resolve, or change rules and members. */
export async function readFactors(
	database: Database,
	memberId: string,
	{ countingOnly = false }: { countingOnly?: boolean } = {},
): Promise<Factors> {
	const counts = countingOnly ? sql<boolean>`counts_from <= now()` : sql<boolean>`true`;
	const passkeys = await database
		.selectFrom("passkey")
		.select(["id", "transports"])
		.where("member_id", "=", memberId)
		.where(counts)
		.orderBy("created_at")
		.execute();
	const totp = await database
		.selectFrom("totp")
		.select("member_id")
		.where("member_id", "=", memberId)
		.where("confirmed_at", "is not", null)
		.where(counts)
		.executeTakeFirst();
	const codes = await database
		.selectFrom("recovery_code")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.where("member_id", "=", memberId)
		.where("used_at", "is", null)
		.where(counts)
		.executeTakeFirstOrThrow();
	return { passkeys, totp: totp !== undefined, recoveryCodes: Number(codes.count) };
}

/** Returns false for a member with recovery codes alone: they stand in for a lost factor and are none themselves. */
export function hasFactor({ passkeys, totp }: Factors): boolean {
	return passkeys.length > 0 || totp;
}

export function methodsOf(factors: Factors): FactorKind[] {
	return [
		...(factors.passkeys.length > 0 ? (["passkey"] as const) : []),
		...(factors.totp ? (["totp"] as const) : []),
		...(factors.recoveryCodes > 0 ? (["recovery_code"] as const) : []),
	];
}

export async function readOwnFactors(system: SystemContext, member: Actor): Promise<OwnFactors> {
	const { database, config } = system;
	const passkeys = await database
		.selectFrom("passkey")
		.select(["id", "name", "backed_up as backedUp", "created_at as createdAt", "last_used_at as lastUsedAt"])
		.where("member_id", "=", member.id)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const totp = await database
		.selectFrom("totp")
		.select(["created_at as createdAt", "last_used_at as lastUsedAt"])
		.where("member_id", "=", member.id)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	const { recoveryCodes } = await readFactors(database, member.id);
	return {
		passkeys: passkeys.map(withIsoTimes),
		totp: totp ? withIsoTimes(totp) : null,
		recoveryCodes,
		required: requiresFactor((await readSecondFactorRules(database)).policy, member.role),
		passkeysPossible: relyingParty(config).possible,
	};
}

/** Locks the member, so that changes of their factors run one at a time: two parallel removals could otherwise leave no factor. */
export async function lockMember(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await trx.selectFrom("member").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
}

/** Requires a fresh step-up and runs `change` on the member's own factors, in one transaction. Throws `step_up_needed`. */
export function changeOwnFactors<T>(
	{ database, member, presence }: Context,
	change: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
	return database.transaction().execute(async (trx) => {
		await presence.requireFresh(trx, "account");
		await lockMember(trx, member.id);
		return change(trx);
	});
}
