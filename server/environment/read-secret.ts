/** A secret of the environment: as it stands there, or in a file that the variable with `_FILE` at its end names. */
import { readFileSync } from "node:fs";

export type Environment = Record<string, string | undefined>;

/** Everything in the environment that nobody but its reader may see. */
export const SECRET_NAMES = [
	"MOMO_API_KEY",
	"MOMO_API_SECRET",
	"MOMO_RELAY_TOKEN",
	"SESSION_PASSWORD",
	"DATABASE_URL",
	"DATABASE_WEB_URL",
	"DATABASE_WORKER_URL",
	"METRICS_TOKEN",
	"OIDC_CLIENT_SECRET",
	"SMTP_URL",
] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** Empty when it is not given. A fault is added for one that is given twice, or whose file cannot be read; none tells the value. */
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
