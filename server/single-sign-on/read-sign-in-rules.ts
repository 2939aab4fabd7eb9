import type { SignInRules } from "#lib/contracts/sign-in-rules.ts";
import { NO_PASSWORD, type PasswordRules, readPasswordRules } from "#server/access/password-sign-in.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context, SystemContext } from "#server/context.ts";
import { callbackAddress } from "#server/single-sign-on/begin-sign-in.ts";
import type { Database } from "#server/store/database.ts";

/** Reads the sign-in rules and the members who may become emergency admin. `sessionKey`: key of the reader's session. */
export async function readSignInRules(context: Context, { sessionKey }: { sessionKey: string }): Promise<SignInRules> {
	requirePermission(context, "settings.read");
	const { config, database } = context;
	const [rules, throughProvider, candidates] = await Promise.all([
		readPasswordRules(context).then((inForce) => stateOf(database, inForce)),
		isThroughProvider(database, sessionKey),
		emergencyCandidates(database).execute(),
	]);
	const provider = config.singleSignOn && {
		host: config.singleSignOn.issuer.host,
		name: config.singleSignOn.name,
		groupsClaim: config.singleSignOn.groupsClaim,
		roleGroups: [...config.singleSignOn.roleGroups],
		callback: callbackAddress(config).href,
	};
	return {
		provider,
		passwordSignIn: rules.allowed,
		emergencyMemberId: rules.emergencyMemberId,
		emergency: rules.emergency,
		throughProvider,
		candidates,
	};
}

/** Returns the rules in the form that the database compares when a change is made. `emergency`: the emergency admin's name. */
export async function stateOf(database: Database, rules: PasswordRules) {
	if (rules.allowed) return { allowed: true, emergencyMemberId: null, emergency: null };
	const { emergencyMemberId } = rules;
	const row = await database.selectFrom("member").select("name").where("id", "=", emergencyMemberId).executeTakeFirst();
	return { allowed: false, emergencyMemberId, emergency: row?.name ?? null };
}

/** Lists the admins who have a password: one of them, the emergency admin, may still use it when passwords are switched off. */
export function emergencyCandidates(database: Database) {
	return database
		.selectFrom("member")
		.select(["id", "name"])
		.where("role", "=", "admin")
		.where("disabled_at", "is", null)
		.where("password_hash", "<>", NO_PASSWORD)
		.where("password_temporary", "=", false)
		.orderBy("name");
}

/** Returns true when the session with this key began at the identity provider. */
export async function isThroughProvider(database: Database, key: string): Promise<boolean> {
	const row = await database
		.selectFrom("provider_session")
		.select("session_key")
		.where("session_key", "=", key)
		.executeTakeFirst();
	return row !== undefined;
}

export interface SignInWays {
	provider: { name: string | null } | null;
	passwords: "beside" | "hidden" | "emergency";
}

/** Returns the ways that the sign-in page offers, even without database or provider, because only the sign-in enforces the rules. */
export async function signInWays(
	system: Pick<SystemContext, "database" | "config">,
	isEmergency: boolean,
): Promise<SignInWays> {
	const { singleSignOn } = system.config;
	if (!singleSignOn) return { provider: null, passwords: "beside" };
	const isAllowed = await readPasswordRules(system).then(
		({ allowed }) => allowed,
		() => true,
	);
	return {
		provider: { name: singleSignOn.name },
		passwords: isAllowed ? "beside" : isEmergency ? "emergency" : "hidden",
	};
}
