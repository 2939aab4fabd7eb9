import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { isLoopback } from "#server/environment/network-faults.ts";
import type { Environment } from "#server/environment/read-secret.ts";
import { UserFacingError } from "#server/errors.ts";

/** Throws a UserFacingError when root would use a service that is not on this machine. A local one moves no money. */
export function requireNoRoot(env: Environment = process.env): void {
	if (process.getuid?.() !== 0 || env.ALLOW_ROOT === "1") return;
	const { MOMO_BASE_URL: target = "" } = env;
	if (!URL.canParse(target) || isLoopback(new URL(target).hostname)) return;
	throw new UserFacingError(
		"Cauri does not connect to a real service as root. Start it under its own account, with systemd, a container or sudo -u: see docs/operate.md. ALLOW_ROOT=1 starts it anyway.",
	);
}

/** Throws a UserFacingError when root runs a tool on a DATA_DIR of another account: the desk could not use files that root makes. */
export function requireOwner(env: Environment = process.env): void {
	if (process.getuid?.() !== 0 || env.ALLOW_ROOT === "1") return;
	const folder = resolve(env.DATA_DIR || ".data");
	if (lstatSync(folder, { throwIfNoEntry: false })?.uid)
		throw new UserFacingError(
			`${folder} belongs to another account, not to root. Run this as that account, with sudo -u.`,
		);
}

/** Says why the sandbox must not start, else null. `envFile`: the text of `.env`, whose MOMO_BASE_URL counts if `env` has none. */
export function realMoneyFault(env: Environment, envFile: string): string | null {
	const target = env.MOMO_BASE_URL;
	if (!target && isElsewhere(parseEnv(envFile).MOMO_BASE_URL))
		return "The sandbox does not start beside a .env whose MOMO_BASE_URL is not on this machine: it belongs to an installation with real money.";
	if (env.NODE_ENV === "production" && isElsewhere(target))
		return "The sandbox does not start in production together with a MOMO_BASE_URL that is not on this machine.";
	return null;
}

function isElsewhere(target: string | undefined): boolean {
	return Boolean(target) && !(URL.canParse(target ?? "") && isLoopback(new URL(target ?? "").hostname));
}
