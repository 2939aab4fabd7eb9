/** Reads the configuration from environment variables. Reports all faults together. */
import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { LOCALES, type Locale } from "#lib/i18n/choose-locale.ts";
import { isCurrency } from "#lib/paths.ts";
import { databaseAddresses } from "#server/environment/database-addresses.ts";
import { identityProvider, type SingleSignOnConfig } from "#server/environment/identity-provider.ts";
import { type Keys, renewedKeys } from "#server/environment/key-files.ts";
import { databaseFaults, hostFaults, isLoopback, mailFaults } from "#server/environment/network-faults.ts";
import { type PoolSizes, poolSizes } from "#server/environment/pool-sizes.ts";
import { type Environment, listOf, readersOf, readSecret, SECRET_NAMES } from "#server/environment/read-secret.ts";
import { type TracingConfig, tracingSettings } from "#server/environment/tracing-settings.ts";
import { UserFacingError } from "#server/errors.ts";
import { Secret } from "#server/secret.ts";

export interface Config {
	/** Ends in `/api/v1/`. */
	momoBaseUrl: URL;
	/** Keys of the service's API. Null in the web program, which asks the service only through the worker. */
	momoKeys: Keys | null;
	walletCurrencies: readonly string[];
	databaseUrl: Secret;
	/** Address of PostgreSQL itself, for the same user; equal to `databaseUrl` unless that leads to a connection pooler. */
	directUrl: Secret;
	/** True when `databaseUrl` leads to a connection pooler, where two transactions may run on different connections of the server. */
	isPooled: boolean;
	pools: PoolSizes;
	/** Passwords of session cookies by number, as iron-session takes them: the highest number seals, every number opens. */
	sessionPasswords: Record<number, Secret>;
	sessionIdleMs: number;
	appOrigin: URL;
	mail: { url: Secret; from: string } | null;
	/** Listening address; 127.0.0.1 by default. `localhost` listens on 127.0.0.1 and ::1. */
	host: string;
	port: number;
	/** Bearer token for `/metrics` on `port`. Null: nobody can read the metrics there. */
	metricsToken: Secret | null;
	/** Loopback port that serves metrics without a token; null: none. */
	metricsPort: number | null;
	/** Port of the worker for `/healthz`, `/readyz` and `/metrics`, at `host`; null: none. */
	workerPort: number | null;
	/** Addresses and networks whose `X-Forwarded-For` is trusted. Empty: the connection's address is the client's. */
	trustedProxies: readonly string[];
	businessName: string;
	timeZone: string;
	defaultLocale: Locale;
	dataDir: string;
	/** Second location for the head and the journal of permits, on another disk or machine. Null: none. */
	headDir: string | null;
	logLevel: string;
	/** True when the service is this repository's sandbox; the launcher sets MOMO_IS_SANDBOX=1. */
	isSandbox: boolean;
	/** Digest of the base URL, independent of the keys. */
	readonly address: string;
	/** Identifies the account at the service that payments are bound to: `address`, or what the database stores (`adoptEnvironment`). */
	environment: string;
	/** First characters of a digest of `MOMO_API_KEY`, to tell keys apart; null without keys. */
	readonly keyFingerprint: string | null;
	payoutLanes: number;
	/** GET requests per second to the service, of each client; the worker has one client for jobs and one for questions from pages. */
	readsPerSecond: number;
	singleSignOn: SingleSignOnConfig | null;
	tracing: TracingConfig | null;
}

export class ConfigError extends UserFacingError {
	override readonly name = "ConfigError";
	readonly faults: readonly string[];
	constructor(faults: readonly string[]) {
		super(`The environment is not complete:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`);
		this.faults = faults;
	}
}

/** `files`: the launcher writes the log lines of its programs to DATA_DIR/logs. `stdout`: it prints them as JSON lines. */
const LOG_PLACES = ["files", "stdout"];
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

// On globalThis, because each bundle has its own copy of this module, and the first reading removes the secrets from the environment.
const PLACE = Symbol.for("cauri.config");
const processWide = globalThis as typeof globalThis & { [PLACE]?: Config };

/** Returns the configuration of the web program, read from `process.env` at the first call. Throws ConfigError. */
export function config(): Config {
	processWide[PLACE] ??= readConfig(process.env, { forget: true, keyless: true });
	return processWide[PLACE];
}

/** Reads only `env` and the files that `*_FILE` names. `forget`: removes the secrets from `env`. `keyless`: skips the service's keys. */
export function readConfig(env: Environment, options: { forget?: boolean; keyless?: boolean } = {}): Config {
	const faults: string[] = [];
	const { text, secret, key, wholeNumber, address } = readersOf(env, faults);
	const momoBaseUrl = address("MOMO_BASE_URL");
	if (!momoBaseUrl.pathname.endsWith("/api/v1/")) faults.push("MOMO_BASE_URL must end in /api/v1/");
	const given = options.keyless ? null : { apiKey: key("MOMO_API_KEY"), apiSecret: key("MOMO_API_SECRET") };
	const walletCurrencies = currencies(text("WALLET_CURRENCIES"), faults);
	const database = databaseSettings(env, secret("DATABASE_URL"), faults);
	const session = sessionSettings(env, secret("SESSION_PASSWORD"), faults);
	const port = wholeNumber("PORT", 3000, 0, 65535);
	const appOrigin = originUrl(text("APP_ORIGIN", `http://localhost:${port}`), faults);
	const host = text("HOST", "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
	const mail = mailSettings(env, faults);
	const { metricsToken, metricsPort, workerPort } = metricsSettings(env, port, faults);
	const trustedProxies = proxies(env.TRUSTED_PROXIES ?? "", faults);
	const timeZone = knownZone(text("TIME_ZONE", "Africa/Abidjan"), faults);
	const defaultLocale = text("DEFAULT_LOCALE", "en") as Locale;
	if (!LOCALES.includes(defaultLocale)) faults.push(`DEFAULT_LOCALE must be one of ${LOCALES.join(", ")}`);
	const logLevel = text("LOG_LEVEL", "info");
	if (!LOG_LEVELS.includes(logLevel)) faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}`);
	const logPlace = text("LOG_TO", "files");
	if (!LOG_PLACES.includes(logPlace)) faults.push(`LOG_TO must be one of ${LOG_PLACES.join(", ")}`);
	const isSandbox = env.MOMO_IS_SANDBOX === "1";
	if (isSandbox && !isLoopback(momoBaseUrl.hostname))
		faults.push(
			"MOMO_IS_SANDBOX is set, but MOMO_BASE_URL is not on loopback: real money could move under the sandbox's banner",
		);
	// A desk with the sandbox moves no money. In a container it must listen on every address, even without TLS.
	if (!isSandbox) faults.push(...hostFaults(host, appOrigin));
	// Without `turbopackIgnore`, the bundler would take every file of the project for data that this module reads.
	const headDir = env.HEAD_DIR?.trim() ? resolve(/*turbopackIgnore: true*/ env.HEAD_DIR.trim()) : null;
	const dataDir = resolve(/*turbopackIgnore: true*/ text("DATA_DIR", ".data"));
	if (headDir === dataDir) faults.push("HEAD_DIR must differ from DATA_DIR");
	const payoutLanes = wholeNumber("PAYOUT_LANES", 16, 1, 16);
	const readsPerSecond = wholeNumber("MOMO_READS_PER_SECOND", 50, 1, 1_000);
	const singleSignOn = identityProvider(env, faults);
	const tracing = tracingSettings(env, faults);

	if (faults.length > 0) throw new ConfigError(faults);
	if (options.forget) for (const name of SECRET_NAMES) delete env[name];
	const keys = given && renewedKeys(env, given);
	const digest = (value: string) => createHash("sha256").update(value).digest("hex");
	return {
		momoBaseUrl,
		momoKeys: keys,
		walletCurrencies,
		...database,
		...session,
		appOrigin,
		mail,
		host,
		port,
		metricsToken: metricsToken ? new Secret(metricsToken) : null,
		metricsPort,
		workerPort,
		trustedProxies,
		businessName: text("BUSINESS_NAME", "Cauri"),
		timeZone,
		defaultLocale,
		dataDir,
		headDir,
		logLevel,
		isSandbox,
		address: digest(momoBaseUrl.href).slice(0, 16),
		environment: digest(momoBaseUrl.href).slice(0, 16),
		get keyFingerprint() {
			return keys && digest(keys.apiKey.reveal()).slice(0, 12);
		},
		payoutLanes,
		readsPerSecond,
		singleSignOn,
		tracing,
	};
}

function sessionSettings(env: Environment, given: string, faults: string[]) {
	const idleMinutes = readersOf(env, faults).wholeNumber("SESSION_IDLE_MINUTES", 15, 1, 720);
	return { sessionPasswords: passwords(given, faults), sessionIdleMs: idleMinutes * 60_000 };
}

function databaseSettings(env: Environment, url: string, faults: string[]) {
	const { direct, isPooled } = databaseAddresses(env, url, faults);
	// The launcher passes these addresses to its programs. The check here reports a fault before any program starts.
	for (const name of ["DATABASE_WEB_URL", "DATABASE_WORKER_URL"] as const)
		faults.push(...databaseFaults(readSecret(env, name, faults), env, name));
	const pools = poolSizes(env, faults);
	return { databaseUrl: new Secret(url), directUrl: new Secret(direct), isPooled, pools };
}

function metricsSettings(env: Environment, port: number, faults: string[]) {
	const metricsToken = readSecret(env, "METRICS_TOKEN", faults);
	if (metricsToken && metricsToken.length < 16) faults.push("METRICS_TOKEN must have at least 16 characters");
	const { wholeNumber } = readersOf(env, faults);
	const portOf = (name: string) => (env[name]?.trim() ? wholeNumber(name, 0, 0, 65535) : null);
	const [metricsPort, workerPort] = [portOf("METRICS_PORT"), portOf("WORKER_PORT")];
	if (metricsPort !== null && metricsPort === port && port !== 0) faults.push("METRICS_PORT must differ from PORT");
	if (workerPort && [port, metricsPort].includes(workerPort))
		faults.push("WORKER_PORT must differ from PORT and METRICS_PORT");
	return { metricsToken, metricsPort, workerPort };
}

function mailSettings(env: Environment, faults: string[]): Config["mail"] {
	const url = readSecret(env, "SMTP_URL", faults);
	const from = env.SMTP_FROM?.trim() ?? "";
	faults.push(...mailFaults({ url, from }));
	return url ? { url: new Secret(url), from } : null;
}

function currencies(list: string, faults: string[]): string[] {
	const codes = listOf(list);
	if (list && (codes.length === 0 || codes.some((code) => !isCurrency(code))))
		faults.push("WALLET_CURRENCIES must be three-letter codes separated by commas, such as XOF,XAF");
	if (new Set(codes).size !== codes.length) faults.push("WALLET_CURRENCIES contains a currency twice");
	return codes;
}

function knownZone(timeZone: string, faults: string[]): string {
	try {
		new Intl.DateTimeFormat("en", { timeZone });
		// An offset ignores daylight saving time, and PostgreSQL reads its sign in reverse.
		if (/^[+\-−]/.test(timeZone)) faults.push("TIME_ZONE must be a name such as Africa/Abidjan, not an offset");
	} catch {
		faults.push(`TIME_ZONE ${timeZone} is not a known time zone`);
	}
	return timeZone;
}

function originUrl(value: string, faults: string[]): URL {
	if (
		URL.canParse(value) &&
		/^https?:$/.test(new URL(value).protocol) &&
		new URL(value).origin === value.replace(/\/$/, "")
	)
		return new URL(value);
	faults.push("APP_ORIGIN must be an origin such as https://desk.example.com");
	return new URL("http://localhost");
}

function proxies(value: string, faults: string[]): string[] {
	const list = listOf(value);
	if (!list.every(isNetwork))
		faults.push("TRUSTED_PROXIES must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8");
	return list;
}

/** Rejects a prefix of 0: if every address were trusted, any client could forge its own address. */
function isNetwork(text: string): boolean {
	const [host = "", prefix, ...rest] = text.split("/");
	const longest = { 4: 32, 6: 128 }[isIP(host)];
	if (longest === undefined || rest.length > 0) return false;
	return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest);
}

function passwords(value: string, faults: string[]): Record<number, Secret> {
	const list = listOf(value);
	if (value && (list.length === 0 || list.some((password) => password.length < 32)))
		faults.push("SESSION_PASSWORD must have at least 32 characters (each one, if there are several)");
	return Object.fromEntries(list.map((password, index) => [list.length - index, new Secret(password)]));
}
