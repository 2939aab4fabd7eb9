import { isKey } from "#server/environment/key-files.ts";
import { type Environment, readSecret, type SecretName } from "#server/environment/read-secret.ts";

/** Collects faults instead of throwing, so that all are reported at once. */
export function readersOf(env: Environment, faults: string[]) {
	const text = (name: string, fallback?: string): string => {
		const value = env[name]?.trim() || fallback;
		if (value === undefined) faults.push(`${name} is missing`);
		return value ?? "";
	};
	const secret = (name: SecretName): string => {
		const known = faults.length;
		const value = readSecret(env, name, faults);
		if (!value && faults.length === known) faults.push(`${name} (or ${name}_FILE) is missing`);
		return value;
	};
	const key = (name: SecretName): string => {
		const value = secret(name);
		if (value && !isKey(value)) faults.push(`${name} contains a character that an HTTP header cannot contain`);
		return value;
	};
	const wholeNumber = (name: string, fallback: number, least: number, most: number): number => {
		const value = Number(env[name]?.trim() || fallback);
		if (Number.isInteger(value) && value >= least && value <= most) return value;
		faults.push(`${name} must be a whole number from ${least} to ${most}`);
		return fallback;
	};
	return { text, secret, key, wholeNumber };
}
