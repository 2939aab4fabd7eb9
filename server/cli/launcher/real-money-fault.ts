/** Why a sandbox may not start here: a desk with real money must never find one beside it. Null: it may. Pure. */
import { parseEnv } from "node:util";
import { isLoopback } from "#server/environment/network-faults.ts";
import type { Environment } from "#server/environment/read-secret.ts";

/** `envFile`: what the project's `.env` says. It counts whatever the shell says of production; the environment itself wins over it. */
export function realMoneyFault(env: Environment, envFile: string): string | null {
	const target = env.MOMO_BASE_URL;
	if (!target && isElsewhere(parseEnv(envFile).MOMO_BASE_URL))
		return "The sandbox does not start beside a .env whose MOMO_BASE_URL is not on this machine: it belongs to a desk with real money.";
	if (env.NODE_ENV === "production" && isElsewhere(target))
		return "The sandbox does not start in production together with a MOMO_BASE_URL that is not on this machine.";
	return null;
}

function isElsewhere(target: string | undefined): boolean {
	return Boolean(target) && !(URL.canParse(target ?? "") && isLoopback(new URL(target ?? "").hostname));
}
