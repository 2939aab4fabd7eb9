/** The address of PostgreSQL itself behind a pooler: for listening, session locks, migrations and tools. */
import { certificateFaults, databaseFaults } from "#server/environment/network-faults.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";

/** `direct`: past the pooler that `url` may lead to, with the account of `url`. */
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

/** `url` with the host, port and options of `direct`, and its own account. Without `direct`, `url` itself. */
export function directAddress(url: string, direct: string): string {
	if (!direct || !URL.canParse(direct) || !URL.canParse(url)) return url;
	const { username, password } = new URL(url);
	return Object.assign(new URL(direct), { username, password }).href;
}
