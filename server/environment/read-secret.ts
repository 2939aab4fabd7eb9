/** Reads a secret from a variable, or from the file that the variable ending in `_FILE` names. */
import { readFileSync } from "node:fs";

export type Environment = Record<string, string | undefined>;

/** Variables whose values must stay secret. */
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

/** Empty when absent. Adds a fault when both forms are given or the file is unreadable; no fault quotes the value. */
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
