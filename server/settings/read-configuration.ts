import { sql } from "kysely";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import { readLastBackup } from "#server/backup/last-backup.ts";
import type { Context } from "#server/context.ts";
import { readMissingMachines } from "#server/continuity/auto-resolve-mismatch.ts";
import { readOwnMismatch } from "#server/continuity/database-mismatch.ts";
import { describeMismatch } from "#server/continuity/describe-mismatch.ts";
import { isSameWallet } from "#server/continuity/environment-in-use.ts";
import { readKeptForgottenPermits } from "#server/continuity/forgotten-permits.ts";
import { readFinalFailures, readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import { programDifferences } from "#server/store/programs/program-differences.ts";
import { readLivingPrograms } from "#server/store/programs/program-heartbeats.ts";
import { readReplication, readServerIdentity } from "#server/store/server-identity.ts";
import { readKeyFingerprint } from "#server/store/settings.ts";
import manifest from "../../package.json" with { type: "json" };

/** Names each field instead of copying whole objects, so that no secret can slip in. */
export async function readConfiguration(context: Context): Promise<Configuration> {
	requirePermission(context, "settings.read");
	const { config, database } = context;
	const [
		finalFailures,
		expiry,
		mismatch,
		forgotten,
		identity,
		replication,
		versions,
		keyFingerprint,
		missing,
		sameWallet,
		backupAt,
		programs,
	] = await Promise.all([
		readFinalFailures(database),
		readPaymentExpiry(database),
		describeMismatch(database),
		readKeptForgottenPermits(database),
		readServerIdentity(database),
		readReplication(database),
		readVersions(context),
		readKeyFingerprint(database),
		readMissingMachines(database),
		readOwnMismatch(database).then((current) => current !== null && isSameWallet(database, current.id)),
		readLastBackup(database),
		readLivingPrograms(database),
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
		mismatch: mismatch && { ...mismatch, missing, sameWallet: mismatch.kind === "other_environment" && sameWallet },
		forgotten,
		database: {
			identified: identity.server !== null && identity.timeline !== null,
			replication,
			secondCopy: config.headDir !== null,
			backupAt: backupAt?.toISOString() ?? null,
		},
		differences: programDifferences(programs),
		versions,
	};
}

async function readVersions(context: Context): Promise<Configuration["versions"]> {
	const { rows } = await sql<{ server_version: string }>`show server_version`.execute(context.database);
	return { cauri: manifest.version, node: process.versions.node, postgresql: rows[0]?.server_version ?? "" };
}
