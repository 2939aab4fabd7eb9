/** Reads a member's factors besides the password. */
import { sql } from "kysely";
import type { FactorKind } from "#lib/contracts/second-factor.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface Factors {
	passkeys: { id: string; transports: string[] }[];
	totp: boolean;
	recoveryCodes: number;
}

/** `weighing`: only factors that can approve, settle, or change rules and people. */
export async function readFactors(
	database: Database | DatabaseTransaction,
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
