import { inspect } from "node:util";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

const COMPLETE = {
	MOMO_BASE_URL: "https://service.example/api/v1/",
	MOMO_API_KEY: "canary-key",
	MOMO_API_SECRET: "canary-secret",
	WALLET_CURRENCIES: "XOF, XAF",
	DATABASE_URL: "postgres://canary-user:canary-password@db.example/cauri?sslmode=require",
	SESSION_PASSWORD: "canary-session-password-of-32-signs",
};

const RELAY = { MOMO_RELAY: "/srv/cauri/service.sock", MOMO_RELAY_TOKEN: "canary-token-of-the-relay-0123456789" };
const { MOMO_API_KEY: _ownKey, MOMO_API_SECRET: _ownSecret, ...KEYLESS } = COMPLETE;

test("with a way to the worker a program needs no key of the service, and holds none", () => {
	const env: Record<string, string | undefined> = { ...KEYLESS, ...RELAY, MOMO_API_KEY: "", MOMO_API_SECRET_FILE: "" };
	const config = readConfig(env, { forget: true });
	expect([config.momoKeys, config.keyFingerprint, config.relay?.path]).toEqual([null, null, RELAY.MOMO_RELAY]);
	expect(
		Object.keys(env)
			.filter((name) => name.startsWith("MOMO_"))
			.sort(),
	).toEqual(["MOMO_API_SECRET_FILE", "MOMO_BASE_URL", "MOMO_RELAY"]);
	expect(inspect(config, { depth: 9, showHidden: true })).not.toContain("canary-token");
	// Its keys count where it has them: the worker's own configuration.
	expect(readConfig({ ...COMPLETE, ...RELAY }).momoKeys?.apiKey.reveal()).toBe("canary-key");
	expect(readConfig(COMPLETE).relay).toBeNull();
});

test.each([
	["no key and no way to the worker", KEYLESS, ["MOMO_API_KEY (or", "MOMO_API_SECRET (or"]],
	["half of the pair", { ...KEYLESS, ...RELAY, MOMO_API_KEY: "canary-key" }, ["MOMO_API_SECRET (or"]],
	["a way without its token", { ...KEYLESS, MOMO_RELAY: RELAY.MOMO_RELAY }, ["go together"]],
	["a token without its way", { ...KEYLESS, MOMO_RELAY_TOKEN: RELAY.MOMO_RELAY_TOKEN }, ["go together"]],
	["a way from nowhere", { ...KEYLESS, ...RELAY, MOMO_RELAY: "service.sock" }, ["MOMO_RELAY must be"]],
	["a name too long", { ...KEYLESS, ...RELAY, MOMO_RELAY: `/${"d".repeat(90)}` }, ["MOMO_RELAY must be"]],
	["a short token", { ...KEYLESS, ...RELAY, MOMO_RELAY_TOKEN: "x".repeat(31) }, ["MOMO_RELAY_TOKEN must"]],
])("%s is a fault", (_name, env, faults) => {
	expect(faultsOf(env)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
	try {
		readConfig(env);
	} catch (error) {
		if (error instanceof ConfigError) return error.faults;
		throw error;
	}
	return [];
}
