/** The database that the environment names, by DATABASE_URL or DATABASE_URL_FILE; null: the embedded one. Throws ConfigError. */
import { ConfigError } from "#server/config.ts";
import { certificateFaults, databaseFaults } from "#server/environment/network-faults.ts";
import { type Environment, readSecret } from "#server/environment/read-secret.ts";

export function givenDatabase(env: Environment): string | null {
	const faults: string[] = [];
	const url = readSecret(env, "DATABASE_URL", faults);
	faults.push(...databaseFaults(url, env), ...certificateFaults(env));
	if (faults.length > 0) throw new ConfigError(faults);
	return url || null;
}
