import { certificateFaults, databaseFaults } from "#server/environment/network-faults.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";

/** `direct`: PostgreSQL's own address with the account of `url`, for what a pooler breaks: LISTEN, session locks, migrations, tools. */
export function databaseAddresses(
	env: Environment,
	url: string,
	faults: string[],
): { direct: string; isPooled: boolean } {
	const direct = readSecret(env, "DATABASE_DIRECT_URL", faults);
	faults.push(...databaseFaults(url, env), ...certificateFaults(env));
	faults.push(...databaseFaults(direct, env, "DATABASE_DIRECT_URL"));
	return { direct: directAddress(url, direct), isPooled: direct !== "" };
}

/** Returns `direct` with the account of `url`; `url` itself when `direct` is empty or unreadable. */
export function directAddress(url: string, direct: string): string {
	if (!direct || !URL.canParse(direct) || !URL.canParse(url)) return url;
	const { username, password } = new URL(url);
	return Object.assign(new URL(direct), { username, password }).href;
}
