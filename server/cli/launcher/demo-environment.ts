/** The environment of a demo: the sandbox as the service, no business keys, nothing outside this machine. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UserFacingError } from "#server/errors.ts";

export interface DemoPlan {
	dataDir: string;
	port: number;
	sandboxPort: number;
	origin: string;
	sandboxOrigin: string;
}

/** Reads the plan from the environment; throws a UserFacingError on an invalid port. */
export function planDemo(env: NodeJS.ProcessEnv): DemoPlan {
	const port = portOf(env, "PORT", 3000);
	const sandboxPort = portOf(env, "SANDBOX_PORT", 4010);
	if (port === sandboxPort) throw new UserFacingError("PORT and SANDBOX_PORT are the same port. Use different ports.");
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
		// The README prints the demo's passwords, so by default it is reachable only from this machine.
		HOST: process.env.HOST || "localhost",
		APP_ORIGIN: plan.origin,
		SANDBOX_PORT: String(plan.sandboxPort),
		MOMO_BASE_URL: `${plan.sandboxOrigin}/api/v1/`,
		MOMO_API_KEY: "demo-key",
		MOMO_API_SECRET: "demo-secret",
		// A business's own folder would take the demo for a copy of its desk.
		HEAD_DIR: "",
		// Empty, not absent: in development Next reads a business's `.env`, which fills only absent variables.
		MOMO_API_KEY_FILE: "",
		MOMO_API_SECRET_FILE: "",
		SESSION_PASSWORD_FILE: "",
		DATABASE_URL_FILE: "",
		DATABASE_DIRECT_URL: "",
		DATABASE_DIRECT_URL_FILE: "",
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
	throw new UserFacingError(`${name} must be a whole number from 1 to 65535.`);
}

/** Stores the password, so that a restart of the demo signs nobody out. */
function keptSessionPassword(dataDir: string): string {
	const file = join(dataDir, "demo-session-password");
	if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
	return readFileSync(file, "utf8").trim();
}
