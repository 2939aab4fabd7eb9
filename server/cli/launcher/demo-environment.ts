import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { localOrigin } from "#server/cli/launcher/programs.ts";
import { readersOf, withoutSecrets } from "#server/environment/read-secret.ts";
import { UserFacingError } from "#server/errors.ts";
import { keptFile } from "#server/store/durable-file.ts";

export interface DemoPlan {
	dataDir: string;
	port: number;
	sandboxPort: number;
	origin: string;
	sandboxOrigin: string;
}

/** Throws a UserFacingError on an invalid port. */
export function planDemo(env: NodeJS.ProcessEnv): DemoPlan {
	const faults: string[] = [];
	const { wholeNumber } = readersOf(env, faults);
	const port = wholeNumber("PORT", 3000, 1, 65_535);
	const sandboxPort = wholeNumber("SANDBOX_PORT", 4010, 1, 65_535);
	if (faults.length > 0) throw new UserFacingError(`${faults.join("; ")}.`);
	if (port === sandboxPort) throw new UserFacingError("PORT and SANDBOX_PORT are the same port. Use different ports.");
	return {
		dataDir: resolve(env.DATA_DIR || ".data"),
		port,
		sandboxPort,
		// Browsers allow passkeys for a host name, not for an IP address.
		origin: localOrigin(env.HOST, port).replace("127.0.0.1", "localhost"),
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
		// In development Next reads a business's `.env`, too.
		...withoutSecrets("MOMO_API_KEY", "MOMO_API_SECRET", "SESSION_PASSWORD", "DATABASE_URL", "DATABASE_DIRECT_URL"),
		NODE_ENV: mode,
		NEXT_TELEMETRY_DISABLED: "1",
		DATABASE_URL: databaseUrl,
		DATA_DIR: plan.dataDir,
		PORT: String(plan.port),
		// By default only this machine reaches the demo, because the README prints its passwords.
		HOST: process.env.HOST || "localhost",
		APP_ORIGIN: plan.origin,
		SANDBOX_PORT: String(plan.sandboxPort),
		MOMO_BASE_URL: `${plan.sandboxOrigin}/api/v1/`,
		MOMO_API_KEY: "demo-key",
		MOMO_API_SECRET: "demo-secret",
		// If the demo wrote its heads to a business's HEAD_DIR, the business's desk would assume a copy of its database and hold its payouts.
		HEAD_DIR: "",
		PAYOUT_LANES: "1",
		MOMO_IS_SANDBOX: "1",
		WALLET_CURRENCIES: "XOF,XAF",
		BUSINESS_NAME: process.env.BUSINESS_NAME || "Maison Baobab",
		// Stored in a file, so that a restart of the demo signs nobody out.
		SESSION_PASSWORD: keptFile(join(plan.dataDir, "demo-session-password"), randomBytes(32).toString("hex")).trim(),
	};
}
