/** Reads the settings of the identity provider from the environment. */
import { type RoleGroup, readRoleGroups } from "#lib/members/role-groups.ts";
import { isLoopback } from "#server/environment/network-faults.ts";
import type { Environment } from "#server/environment/read-secret.ts";
import { readersOf } from "#server/environment/readers-of.ts";
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

/** Requires all of its variables, or none. */
export function identityProvider(env: Environment, faults: string[]): SingleSignOnConfig | null {
	const names = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "CLIENT_SECRET_FILE", "ROLE_GROUPS", "GROUPS_CLAIM", "NAME"];
	if (names.every((name) => !env[`OIDC_${name}`]?.trim())) return null;
	const { text, secret } = readersOf(env, faults);
	const issuer = issuerUrl(text("OIDC_ISSUER"), faults);
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

function issuerUrl(value: string, faults: string[]): URL {
	const fallback = new URL("https://localhost");
	if (!value) return fallback;
	if (!URL.canParse(value)) {
		faults.push("OIDC_ISSUER is not a URL");
		return fallback;
	}
	const url = new URL(value);
	if (url.search || url.hash || url.username || url.password)
		faults.push("OIDC_ISSUER must have no query, fragment, user or password");
	if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
		faults.push("OIDC_ISSUER must be https: (plain http: only on loopback)");
	return url;
}
