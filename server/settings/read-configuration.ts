import { sql } from "kysely";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readFinalFailures, readPaymentExpiry } from "#server/payments/payment-settings.ts";
import { readDoubt } from "#server/payments/stop/database-doubt.ts";
import { readKeptForgottenPermits } from "#server/payments/stop/forgotten-permits.ts";
import { readKeyFingerprint } from "#server/store/key-fingerprint.ts";
import { readReplication, readServerIdentity } from "#server/store/server-identity.ts";
import manifest from "../../package.json" with { type: "json" };

/** What the desk runs with. Each field is named here: nothing of the configuration is copied whole, so no secret can come along. */
export async function readConfiguration(context: Context): Promise<Configuration> {
	demand(context, "settings.read");
	const { config, database } = context;
	const [finalFailures, expiry, doubt, forgotten, identity, replication, versions, keyFingerprint] = await Promise.all([
		readFinalFailures(database),
		readPaymentExpiry(database),
		readDoubt(database),
		readKeptForgottenPermits(database),
		readServerIdentity(database),
		readReplication(database),
		readVersions(context),
		readKeyFingerprint(database, config),
	]);
	return {
		service: {
			host: config.momoBaseUrl.host,
			sandbox: config.isSandbox,
			keyFingerprint,
			environment: config.environment,
		},
		business: {
			name: config.businessName,
			currencies: [...config.walletCurrencies],
			timeZone: config.timeZone,
			locale: config.defaultLocale,
			origin: config.appOrigin.origin,
		},
		policy: {
			payoutLanes: config.payoutLanes,
			payoutExpiryMinutes: expiry.payoutMinutes,
			depositExpiryMinutes: expiry.depositMinutes,
			finalFailures: [...finalFailures],
		},
		doubt,
		forgotten,
		database: {
			identified: identity.server !== null && identity.timeline !== null,
			replication,
			secondCopy: config.headDir !== null,
		},
		versions,
	};
}

async function readVersions(context: Context): Promise<Configuration["versions"]> {
	const { rows } = await sql<{ server_version: string }>`show server_version`.execute(context.database);
	return { cauri: manifest.version, node: process.versions.node, postgresql: rows[0]?.server_version ?? "" };
}
