/** Reads a member's factors besides the password, and serialises their changes. */
import { sql } from "kysely";
import type { FactorKind, OwnFactors } from "#lib/contracts/second-factor.ts";
import { requiresFactor } from "#lib/members/second-factor-policy.ts";
import type { Actor, Context, SystemContext } from "#server/context.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface Factors {
	passkeys: { id: string; transports: string[] }[];
	totp: boolean;
	recoveryCodes: number;
}

/** `weighing`: only factors that can approve, settle, or change rules and people. */
export async function readFactors(
	database: Database,
	memberId: string,
	{ weighing = false }: { weighing?: boolean } = {},
): Promise<Factors> {
	const counts = weighing ? sql<boolean>`counts_from <= now()` : sql<boolean>`true`;
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

/** Recovery codes replace a lost factor and are not one themselves. */
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

/** Reads the member's own factors, without secrets. */
export async function readOwnFactors(system: SystemContext, member: Actor): Promise<OwnFactors> {
	const { database, config } = system;
	const passkeys = await database
		.selectFrom("passkey")
		.select(["id", "name", "backed_up", "created_at", "last_used_at"])
		.where("member_id", "=", member.id)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const totp = await database
		.selectFrom("totp")
		.select(["created_at", "last_used_at"])
		.where("member_id", "=", member.id)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	const { recoveryCodes } = await readFactors(database, member.id);
	return {
		passkeys: passkeys.map((row) => ({
			id: row.id,
			name: row.name,
			backedUp: row.backed_up,
			createdAt: row.created_at.toISOString(),
			lastUsedAt: row.last_used_at?.toISOString() ?? null,
		})),
		totp: totp
			? { createdAt: totp.created_at.toISOString(), lastUsedAt: totp.last_used_at?.toISOString() ?? null }
			: null,
		recoveryCodes,
		demanded: requiresFactor((await readSecondFactorRules(database)).policy, member.role),
		passkeysPossible: relyingParty(config).possible,
	};
}

/** Serialises changes of a member's factors: two parallel removals could otherwise leave none. */
export async function lockMember(trx: DatabaseTransaction, memberId: string): Promise<void> {
	await trx.selectFrom("member").select("id").where("id", "=", memberId).forNoKeyUpdate().execute();
}

/** Runs one transaction on the member's own factors, and requires a fresh proof. Throws `step_up_needed`. */
export function changeOwnFactors<T>(
	{ database, member, presence }: Context,
	change: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
	return database.transaction().execute(async (trx) => {
		await presence.require(trx, { purpose: "account" });
		await lockMember(trx, member.id);
		return change(trx);
	});
}
