import { type Environment, SECRET_NAMES } from "#server/environment/read-secret.ts";

/** All variables that a desk reads (.env.example), besides the secrets and their files. */
const OTHERS = `
	MOMO_BASE_URL MOMO_READS_PER_SECOND MOMO_IS_SANDBOX WALLET_CURRENCIES PAYOUT_LANES SESSION_IDLE_MINUTES APP_ORIGIN HOST PORT
	TRUSTED_PROXIES DATABASE_POOL WORKER_POOL WORKER_PORT METRICS_PORT DATA_DIR HEAD_DIR BACKUP_RECIPIENT BUSINESS_NAME TIME_ZONE
	DEFAULT_LOCALE LOG_LEVEL LOG_TO SMTP_FROM OIDC_ISSUER OIDC_CLIENT_ID OIDC_ROLE_GROUPS OIDC_GROUPS_CLAIM OIDC_NAME ALLOW_ROOT
	OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG`;
export const KNOWN_VARIABLES: ReadonlySet<string> = new Set([
	...OTHERS.trim().split(/\s+/),
	...SECRET_NAMES.flatMap((name) => [name, `${name}_FILE`]),
]);

/** Matches beginnings of our variables' names that other programs rarely use. */
const OURS = /^(BACKUP|DATABASE|HEAD|METRICS|MOMO|OIDC|PAYOUT|SMTP|TRUSTED|WALLET|WORKER)_|^SESSION_(PASS|IDLE)/;

/** Returns names that nothing reads: probably misspelt ones of ours. */
export function unknownVariables(env: Environment): string[] {
	return Object.keys(env).filter((name) => OURS.test(name) && !KNOWN_VARIABLES.has(name));
}
