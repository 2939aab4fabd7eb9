/** Whether passwords open the desk: switched off, they open it for one emergency admin alone. */
import { z } from "zod";
import type { SystemContext } from "#server/context.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export const PASSWORD_SIGN_IN = "password_sign_in";

const rulesSchema = z.discriminatedUnion("allowed", [
	z.object({ allowed: z.literal(true) }),
	z.object({ allowed: z.literal(false), emergencyMemberId: z.string() }),
]);
export type PasswordRules = z.infer<typeof rulesSchema>;

/** In the place of a hash: no password opens this account, and none is verified faster for it. */
export const NO_PASSWORD = "none";

type Store = Database | DatabaseTransaction;
type System = { database: Store; config: Pick<SystemContext["config"], "singleSignOn"> };

/** As they are kept, whatever the environment says now. */
export async function keptPasswordRules(database: Store): Promise<PasswordRules> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", PASSWORD_SIGN_IN)
		.executeTakeFirst();
	return rulesSchema.safeParse(row?.value).data ?? { allowed: true };
}

/** Off only while there is another way in: without an identity provider in the environment, passwords open the desk again. */
export async function readPasswordRules({ database, config }: System): Promise<PasswordRules> {
	return config.singleSignOn === null ? { allowed: true } : keptPasswordRules(database);
}

/**
 * `emergency`: they are off, and this member is the one whom they still let in. The same for a passkey alone: whoever leaves
 * the business is to be let in by nothing that its provider does not know.
 */
export async function passwordOpens(
	system: System,
	memberId: string | null,
): Promise<"always" | "emergency" | "never"> {
	const rules = await readPasswordRules(system);
	if (rules.allowed) return "always";
	return memberId === rules.emergencyMemberId ? "emergency" : "never";
}
