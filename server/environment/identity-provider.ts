import { type RoleGroup, readRoleGroups } from "#lib/members/role-groups.ts";
import { type Environment, readersOf } from "#server/environment/read-secret.ts";
import { Secret } from "#server/secret.ts";

export interface SingleSignOnConfig {
	issuer: URL;
	clientId: string;
	clientSecret: Secret;
	roleGroups: readonly RoleGroup[];
	groupsClaim: string;
	/** Name on the sign-in page; null: a generic label. */
	name: string | null;
}

/** Returns null when no OIDC variable is set; with any of them, all but OIDC_GROUPS_CLAIM and OIDC_NAME are required. */
export function identityProvider(env: Environment, faults: string[]): SingleSignOnConfig | null {
	const names = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "CLIENT_SECRET_FILE", "ROLE_GROUPS", "GROUPS_CLAIM", "NAME"];
	if (names.every((name) => !env[`OIDC_${name}`]?.trim())) return null;
	const { text, secret, address } = readersOf(env, faults);
	const issuer = address("OIDC_ISSUER");
	const clientId = text("OIDC_CLIENT_ID");
	const clientSecret = secret("OIDC_CLIENT_SECRET");
	const groups = text("OIDC_ROLE_GROUPS");
	const roleGroups = readRoleGroups(groups);
	if (groups && !roleGroups)
		faults.push("OIDC_ROLE_GROUPS must map roles to groups, such as admin=cauri-admins,approver=finance");
	const name = env.OIDC_NAME?.trim().slice(0, 40) || null;
	const groupsClaim = text("OIDC_GROUPS_CLAIM", "groups");
	return { issuer, clientId, clientSecret: new Secret(clientSecret), roleGroups: roleGroups ?? [], groupsClaim, name };
}
