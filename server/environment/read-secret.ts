/** Reads variables of the environment. A secret may also be in a file: `NAME_FILE` holds its path. */
import { readFileSync } from "node:fs";
import { isLoopback } from "#server/environment/network-faults.ts";

export type Environment = Record<string, string | undefined>;

export const SECRET_NAMES = [
	"MOMO_API_KEY",
	"MOMO_API_SECRET",
	"SESSION_PASSWORD",
	"DATABASE_URL",
	"DATABASE_WEB_URL",
	"DATABASE_WORKER_URL",
	"DATABASE_DIRECT_URL",
	"METRICS_TOKEN",
	"OIDC_CLIENT_SECRET",
	"SMTP_URL",
	"OTEL_EXPORTER_OTLP_HEADERS",
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Variables for a program that must not have these secrets. Empty, not absent: a program reads `.env`, which fills absent variables. */
export function withoutSecrets(...names: SecretName[]): Record<string, string> {
	return Object.fromEntries(names.flatMap((name) => [name, `${name}_FILE`].map((each) => [each, ""])));
}

/** Returns an empty text for an absent secret. Adds a fault when `NAME` and `NAME_FILE` are both set or the file is unreadable. */
export function readSecret(env: Environment, name: SecretName, faults: string[]): string {
	const file = env[`${name}_FILE`];
	if (file && env[name]) faults.push(`${name} and ${name}_FILE are both set; keep one`);
	if (!file) return env[name]?.trim() ?? "";
	try {
		return readFileSync(/*turbopackIgnore: true*/ file, "utf8").trim();
	} catch {
		faults.push(`${name}_FILE cannot be read`);
		return "";
	}
}

/** Returns true for printable ASCII without spaces, which an HTTP header carries unchanged. */
export function isKey(text: string): boolean {
	return /^[\x21-\x7e]+$/.test(text);
}

export function listOf(text: string): string[] {
	return text
		.split(",")
		.map((word) => word.trim())
		.filter(Boolean);
}

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
	/** Reads the address of a service that the desk calls: https, or http on this machine. No fault quotes it: it may hold a password. */
	const address = (name: string): URL => {
		const value = text(name);
		if (value && !URL.canParse(value)) faults.push(`${name} is not a URL`);
		// A placeholder that nothing calls, because the fault ends the start.
		if (!URL.canParse(value)) return new URL("https://localhost/api/v1/");
		const url = new URL(value);
		if (url.search || url.hash || url.username || url.password)
			faults.push(`${name} must have no query, fragment, user or password`);
		// guard: keys-travel-encrypted
		if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url.hostname)))
			faults.push(`${name} must be https: (plain http: only on loopback)`);
		return url;
	};
	return { text, secret, key, wholeNumber, address };
}
