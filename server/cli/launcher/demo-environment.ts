/** The environment of a demonstration: the sandbox as the service, no key of the business, nothing beyond this machine. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { LaunchError } from "#server/cli/launcher/launch-error.ts";

export interface DemoPlan {
	dataDir: string;
	port: number;
	sandboxPort: number;
	origin: string;
	sandboxOrigin: string;
}

/** From the environment; throws a LaunchError on a port that is none. */
export function planDemo(env: NodeJS.ProcessEnv): DemoPlan {
	const port = portOf(env, "PORT", 3000);
	const sandboxPort = portOf(env, "SANDBOX_PORT", 4010);
	if (port === sandboxPort) throw new LaunchError("PORT and SANDBOX_PORT name the same port; give each its own.");
	return {
		dataDir: resolve(env.DATA_DIR || ".data"),
		port,
		sandboxPort,
		origin: `http://localhost:${port}`,
		sandboxOrigin: `http://localhost:${sandboxPort}`,
	};
}

export function demoEnvironment(
	plan: DemoPlan,
	databaseUrl: string,
	mode: "production" | "development",
): NodeJS.ProcessEnv {
	return {
		...process.env,
		NODE_ENV: mode,
		NEXT_TELEMETRY_DISABLED: "1",
		DATABASE_URL: databaseUrl,
		DATA_DIR: plan.dataDir,
		PORT: String(plan.port),
		// The demo's passwords are printed in the README: by default it answers this machine alone.
		HOST: process.env.HOST || "localhost",
		APP_ORIGIN: plan.origin,
		SANDBOX_PORT: String(plan.sandboxPort),
		MOMO_BASE_URL: `${plan.sandboxOrigin}/api/v1/`,
		MOMO_API_KEY: "demo-key",
		MOMO_API_SECRET: "demo-secret",
		// Empty, not absent: a `.env` with the business's own is read again by the programs, and fills only what is absent.
		MOMO_API_KEY_FILE: "",
		MOMO_API_SECRET_FILE: "",
		SESSION_PASSWORD_FILE: "",
		DATABASE_URL_FILE: "",
		PAYOUT_LANES: "1",
		MOMO_IS_SANDBOX: "1",
		WALLET_CURRENCIES: "XOF,XAF",
		BUSINESS_NAME: process.env.BUSINESS_NAME || "Maison Baobab",
		SESSION_PASSWORD: keptSessionPassword(plan.dataDir),
	};
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
	const port = Number(env[name] || fallback);
	if (Number.isInteger(port) && port >= 1 && port <= 65535) return port;
	throw new LaunchError(`${name} must be a whole number from 1 to 65535.`);
}

/** Kept, so that a restart of the demo signs nobody out. */
function keptSessionPassword(dataDir: string): string {
	const file = join(dataDir, "demo-session-password");
	if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
	return readFileSync(file, "utf8").trim();
}
