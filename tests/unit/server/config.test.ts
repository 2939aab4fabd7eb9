import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { faultsOf } from "#tests/support/contexts.ts";
import { temporaryFolder } from "#tests/support/programs/temporary-folder.ts";

const COMPLETE = {
	MOMO_BASE_URL: "https://service.example/api/v1/",
	MOMO_API_KEY: "canary-key",
	MOMO_API_SECRET: "canary-secret",
	WALLET_CURRENCIES: "XOF, XAF",
	DATABASE_URL: "postgres://canary-user:canary-password@db.example/cauri?sslmode=require",
	SESSION_PASSWORD: "canary-session-password-of-32-signs",
};

function file(name: string, text: string): string {
	const path = join(temporaryFolder(), name);
	writeFileSync(path, text);
	return path;
}

test("a complete environment is read, with defaults for what may be left out", () => {
	expect(readConfig(COMPLETE)).toMatchObject({
		walletCurrencies: ["XOF", "XAF"],
		port: 3000,
		appOrigin: new URL("http://localhost:3000"),
		host: "127.0.0.1",
		metricsPort: null,
		metricsToken: null,
		...{ timeZone: "Africa/Abidjan", sessionIdleMs: 900_000 },
		defaultLocale: "en",
		logLevel: "info",
		isSandbox: false,
		payoutLanes: 16,
		readsPerSecond: 50,
		trustedProxies: [],
	});
});

test("every fault is listed at once, each by the name of its variable", () => {
	const faults = faultsOf({
		MOMO_BASE_URL: "http://service.example/api/v2",
		MOMO_API_KEY: "with\nline",
		WALLET_CURRENCIES: "xof,XAF,XAF",
		DATABASE_URL: "mysql://x",
		...{ SESSION_PASSWORD: "short", SESSION_IDLE_MINUTES: "721" },
		APP_ORIGIN: "desk.example",
		PORT: "http",
		TIME_ZONE: "Africa/Atlantis",
		DEFAULT_LOCALE: "de",
		LOG_LEVEL: "loud",
		LOG_TO: "paper",
		HOST: "0.0.0.0",
		...{ METRICS_PORT: "x", METRICS_TOKEN: "short" },
		NODE_TLS_REJECT_UNAUTHORIZED: "0",
		PAYOUT_LANES: "0",
		TRUSTED_PROXIES: "proxy.example",
		MOMO_READS_PER_SECOND: "0",
	});
	const variables = (told: readonly string[]) => told.map((fault) => /^[A-Z_]+/.exec(fault)?.[0]).join(" ");
	expect(variables(faults.toSorted())).toBe(
		"APP_ORIGIN DATABASE_URL DEFAULT_LOCALE HOST LOG_LEVEL LOG_TO METRICS_PORT METRICS_TOKEN MOMO_API_KEY MOMO_API_SECRET MOMO_BASE_URL MOMO_BASE_URL MOMO_READS_PER_SECOND NODE_TLS_REJECT_UNAUTHORIZED PAYOUT_LANES PORT SESSION_IDLE_MINUTES SESSION_PASSWORD TIME_ZONE TRUSTED_PROXIES WALLET_CURRENCIES WALLET_CURRENCIES",
	);
	expect(variables(faultsOf({}))).toBe(
		"MOMO_BASE_URL MOMO_API_KEY MOMO_API_SECRET WALLET_CURRENCIES DATABASE_URL SESSION_PASSWORD",
	);
});

test("a variable that is set to nothing is left out: no port by chance, no desk without wallets or passwords", () => {
	expect(readConfig({ ...COMPLETE, PORT: "", PAYOUT_LANES: " " })).toMatchObject({ port: 3000, payoutLanes: 16 });
	expect(faultsOf({ ...COMPLETE, WALLET_CURRENCIES: ",", SESSION_PASSWORD: "," })).toEqual([
		expect.stringContaining("WALLET_CURRENCIES"),
		expect.stringContaining("SESSION_PASSWORD"),
	]);
});

test("an IPv6 address to listen at may stand in brackets, as in a URL", () => {
	expect(readConfig({ ...COMPLETE, HOST: "[::1]" }).host).toBe("::1");
});

const PROVIDER = {
	OIDC_ISSUER: "https://id.example/realms/shop",
	OIDC_CLIENT_ID: "cauri",
	OIDC_CLIENT_SECRET: "canary-client-secret",
	OIDC_ROLE_GROUPS: "admin=cauri-admins, approver=finance",
};

test("an identity provider is whole or none, its secret prints as nothing and leaves the environment", () => {
	expect(readConfig(COMPLETE).singleSignOn).toBeNull();
	const env = { ...COMPLETE, ...PROVIDER, OIDC_NAME: " Shop ID " };
	const { singleSignOn } = readConfig(env, { forget: true });
	expect(singleSignOn).toMatchObject({
		issuer: new URL(PROVIDER.OIDC_ISSUER),
		clientId: "cauri",
		groupsClaim: "groups",
		name: "Shop ID",
		roleGroups: [
			{ role: "admin", group: "cauri-admins" },
			{ role: "approver", group: "finance" },
		],
	});
	expect(singleSignOn?.clientSecret.reveal()).toBe("canary-client-secret");
	expect([inspect(singleSignOn), JSON.stringify(singleSignOn)].join()).not.toContain("canary");
	expect(env.OIDC_CLIENT_SECRET).toBeUndefined();
	const { OIDC_CLIENT_SECRET: _, ...others } = PROVIDER;
	const byFile = readConfig({ ...COMPLETE, ...others, OIDC_CLIENT_SECRET_FILE: file("oidc", "canary-of-a-file\n") });
	expect(byFile.singleSignOn?.clientSecret.reveal()).toBe("canary-of-a-file");
	for (const name of Object.keys(PROVIDER))
		expect(faultsOf({ ...COMPLETE, [name]: PROVIDER[name as keyof typeof PROVIDER] })).toHaveLength(3);
	expect(faultsOf({ ...COMPLETE, ...PROVIDER, OIDC_ROLE_GROUPS: "boss=chiefs", OIDC_ISSUER: "id.example" })).toEqual([
		expect.stringContaining("OIDC_ISSUER"),
		expect.stringContaining("OIDC_ROLE_GROUPS"),
	]);
});

test.each([
	["https://id.example", true],
	["http://127.0.0.1:4020", true],
	["http://id.example", false],
	["https://user:word@id.example", false],
	["https://id.example/?a=b", false],
])("the issuer %s is taken: %s", (issuer, isTaken) => {
	expect(faultsOf({ ...COMPLETE, ...PROVIDER, OIDC_ISSUER: issuer }).length === 0).toBe(isTaken);
});

test("no fault tells the value of a secret", () => {
	const env = {
		...COMPLETE,
		MOMO_API_KEY: "canary key",
		MOMO_API_SECRET: "canary\tsecret",
		SESSION_PASSWORD: "canary",
	};
	const faults = faultsOf({ ...env, DATABASE_URL: "mysql://canary" });
	expect(faults).toHaveLength(4);
	expect(faults.join()).not.toContain("canary");
});

test.each([
	["https://service.example/api/v1/", true],
	["http://localhost:4010/api/v1/", true],
	["http://127.0.0.1:4010/api/v1/", true],
	["http://[::1]:4010/api/v1/", true],
	["http://service.example/api/v1/", false],
	["http://127.0.0.1.evil.example/api/v1/", false],
	["http://localhost.evil.example/api/v1/", false],
	["http://192.168.1.10/api/v1/", false],
	["ftp://localhost/api/v1/", false],
	["https://service.example/api/v1", false],
	["https://service.example/api/v1/?a=b", false],
	["https://service.example/api/v1/#a", false],
	["https://user:password@service.example/api/v1/", false],
	["service.example/api/v1/", false],
])("the base URL %s is taken: %s", (url, isTaken) => {
	expect(faultsOf({ ...COMPLETE, MOMO_BASE_URL: url }).length === 0).toBe(isTaken);
});

test("the sandbox's banner never stands over a service beyond this machine", () => {
	expect(faultsOf({ ...COMPLETE, MOMO_IS_SANDBOX: "1" })).toEqual([expect.stringContaining("MOMO_IS_SANDBOX")]);
	const local = { ...COMPLETE, MOMO_IS_SANDBOX: "1", MOMO_BASE_URL: "http://localhost:4010/api/v1/" };
	expect(readConfig(local).isSandbox).toBe(true);
});

test.each(["+02:00", "-0500"])("the time zone %s is no place", (timeZone) => {
	expect(faultsOf({ ...COMPLETE, TIME_ZONE: timeZone })).toEqual([expect.stringContaining("TIME_ZONE")]);
});

test("keys, passwords and the database's address print as nothing, whoever prints them", () => {
	const config = readConfig({ ...COMPLETE, METRICS_TOKEN: "canary-token-of-the-scraper" });
	const { momoKeys, databaseUrl } = config;
	for (const secret of [momoKeys?.apiKey, momoKeys?.apiSecret, databaseUrl]) {
		expect([`${secret}`, JSON.stringify(secret), inspect(secret)]).toEqual([
			"[redacted]",
			'"[redacted]"',
			"[redacted]",
		]);
	}
	const printed = [JSON.stringify(config), inspect(config, { depth: 9, showHidden: true })].join();
	expect(printed).not.toMatch(/canary-(key|secret|user|password|session|token)/);
	expect(momoKeys?.apiSecret.reveal()).toBe("canary-secret");
});

test("secrets leave the environment when asked to, and only then", () => {
	const env: Record<string, string | undefined> = { ...COMPLETE };
	readConfig(env);
	expect(env).toEqual(COMPLETE);
	readConfig(env, { forget: true });
	expect(Object.keys(env).sort()).toEqual(["MOMO_BASE_URL", "WALLET_CURRENCIES"]);
});

test("secrets come from files as well, without the line's end, and never from two places", () => {
	const { MOMO_API_KEY: _key, MOMO_API_SECRET: _secret, ...rest } = COMPLETE;
	const { DATABASE_URL, SESSION_PASSWORD, ...noFiles } = COMPLETE;
	const others = readConfig({
		...noFiles,
		DATABASE_URL_FILE: file("database", `${DATABASE_URL}\n`),
		SESSION_PASSWORD_FILE: file("session", `${SESSION_PASSWORD}\n`),
	});
	expect([others.databaseUrl.reveal(), others.sessionPasswords[1]?.reveal()]).toEqual([DATABASE_URL, SESSION_PASSWORD]);
	const files = { MOMO_API_KEY_FILE: file("key", "file-key\n"), MOMO_API_SECRET_FILE: file("secret", "file-secret") };
	const config = readConfig({ ...rest, ...files });
	expect([config.momoKeys?.apiKey.reveal(), config.momoKeys?.apiSecret.reveal()]).toEqual(["file-key", "file-secret"]);
	expect(faultsOf({ ...COMPLETE, ...files })).toHaveLength(2);
	expect(faultsOf({ ...rest, ...files, MOMO_API_KEY_FILE: "/none" })).toEqual(["MOMO_API_KEY_FILE cannot be read"]);
	expect(faultsOf({ ...rest, ...files, MOMO_API_KEY_FILE: file("empty", "\n") })).toEqual([
		"MOMO_API_KEY (or MOMO_API_KEY_FILE) is missing",
	]);
});

test("another base URL is another environment, another key is not, and fingerprints tell nothing of the key", () => {
	const one = readConfig(COMPLETE);
	const otherKey = readConfig({ ...COMPLETE, MOMO_API_KEY: "canary-key-2" });
	const otherUrl = readConfig({ ...COMPLETE, MOMO_BASE_URL: "https://other.example/api/v1/" });
	expect(otherKey.environment).toBe(one.environment);
	expect(otherUrl.environment).not.toBe(one.environment);
	expect(one.keyFingerprint).toMatch(/^[0-9a-f]{12}$/);
	expect(otherKey.keyFingerprint).not.toBe(one.keyFingerprint);
	expect(otherUrl.keyFingerprint).toBe(one.keyFingerprint);
});

test("the first session password seals, all of them open", () => {
	const [newest, older] = ["n".repeat(32), "o".repeat(40)];
	const { sessionPasswords } = readConfig({ ...COMPLETE, SESSION_PASSWORD: `${newest},${older}` });
	expect([sessionPasswords[2]?.reveal(), sessionPasswords[1]?.reveal()]).toEqual([newest, older]);
	expect(readConfig({ ...COMPLETE, SESSION_PASSWORD: `${newest}, ${older}` }).sessionPasswords[1]?.reveal()).toBe(
		older,
	);
	expect(faultsOf({ ...COMPLETE, SESSION_PASSWORD: `${newest},short` })).toHaveLength(1);
});

test("trusted proxies are addresses and networks, never names, ports, or the whole world", () => {
	const proxies = "127.0.0.1, 10.0.0.0/8,::1,2001:db8::/32";
	expect(readConfig({ ...COMPLETE, TRUSTED_PROXIES: proxies }).trustedProxies).toEqual([
		"127.0.0.1",
		"10.0.0.0/8",
		"::1",
		"2001:db8::/32",
	]);
	for (const bad of [
		"0.0.0.0/0",
		"::/0",
		"10.0.0.0/33",
		"::1/129",
		"10.0.0.0/8/8",
		"127.0.0.1:80",
		"10.0.0",
		"10.0.0.0/08x",
	])
		expect(faultsOf({ ...COMPLETE, TRUSTED_PROXIES: bad }), bad).toHaveLength(1);
});

test("the web program has no keys of the service, given or not, and leaves none in its environment", () => {
	const { MOMO_API_KEY: _key, MOMO_API_SECRET: _secret, ...without } = COMPLETE;
	expect(readConfig(without, { keyless: true })).toMatchObject({ momoKeys: null, keyFingerprint: null });
	const env: Record<string, string | undefined> = { ...COMPLETE };
	expect(readConfig(env, { keyless: true, forget: true }).momoKeys).toBeNull();
	expect(env).not.toHaveProperty("MOMO_API_KEY");
	expect(env).not.toHaveProperty("MOMO_API_SECRET");
});
