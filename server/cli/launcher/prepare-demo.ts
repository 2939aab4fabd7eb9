/** Prepares a demo's database: migrated, with the sandbox's past and the payments that explain it. */

import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { requiresFactor } from "#lib/members/second-factor-policy.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import type { DemoPlan } from "#server/cli/launcher/demo-environment.ts";
import { isMarked } from "#server/cli/launcher/demo-mark.ts";
import { migrateDatabase } from "#server/cli/launcher/migrate-database.ts";
import { say } from "#server/cli/launcher/terminal.ts";
import { type Config, readConfig } from "#server/config.ts";
import { readNewest } from "#server/continuity/database-mismatch.ts";
import { openControlState } from "#server/sandbox/control-state.ts";
import { migrateSandbox, sandboxDatabase } from "#server/sandbox/open-store.ts";
import { seedSandbox } from "#server/sandbox/seed-sandbox.ts";
import { issueRecoveryCodes } from "#server/second-factor/recovery-codes.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { type Database, withDatabase } from "#server/store/database.ts";
import { keepHead } from "#server/store/head-file.ts";
import { readSchemaVersion, UNRELEASED } from "#server/store/schema-version.ts";

export async function prepareDemo(plan: DemoPlan, env: NodeJS.ProcessEnv): Promise<boolean> {
	const settings = readConfig(env);
	const { environment, walletCurrencies, databaseUrl } = settings;
	await forgetUnreleasedDemo(plan.dataDir, databaseUrl.reveal());
	await migrateDatabase(databaseUrl.reveal());
	return withDatabase(databaseUrl.reveal(), { application_name: "cauri-demo" }, async (database, pool) => {
		const now = new Date();
		await prepareSandbox(pool, now);
		const seed = { environment, currencies: walletCurrencies, sandboxOrigin: plan.sandboxOrigin, now };
		const isMade = (await seedDemo(pool, seed)) > 0;
		// Stores the head of the invented past: a machine without a head does not know a database with attempts, and sends nothing.
		const newest = isMade ? await readNewest(database) : null;
		if (newest) await keepHead(settings, "demo-data", newest);
		await giveDemoFactors(database, settings, now);
		return isMade;
	});
}

const KEPT_BESIDE = /^(head$|journal$|unrecorded-outcomes\.)/;

/** Deletes a demo from before 0.1.0, which contains nobody's own data, so that it starts fresh. */
export async function forgetUnreleasedDemo(dataDir: string, databaseUrl: string): Promise<void> {
	await withDatabase(databaseUrl, { application_name: "cauri-demo", max: 1 }, async (database, pool) => {
		const { applied } = await readSchemaVersion(database);
		if (!applied.includes(UNRELEASED) || !(await isMarked(database))) return;
		say("This demo is from before Cauri 0.1.0; it is recreated.");
		// Drops the schemas last: as long as they exist, the start after an interrupted one deletes the rest.
		for (const name of await readdir(dataDir))
			if (KEPT_BESIDE.test(name)) await rm(join(dataDir, name), { recursive: true });
		await pool.query(
			"drop schema if exists public, sandbox, graphile_worker cascade; create schema public authorization pg_database_owner",
		);
	});
}

// Fixed, so that everybody sees the data of the documentation's pictures; another seed makes another past.
const SEED = 2026;
const DAYS = 90;

export async function prepareSandbox(pool: Pool, now: Date): Promise<void> {
	const database = sandboxDatabase(pool);
	await migrateSandbox(database);
	await openControlState(database, { autopilot: true, speed: 1 }, Date.now);
	await seedSandbox(database, { now, seed: SEED, days: DAYS });
}

/** Gives an authenticator and recovery codes to each demo member who needs them and has none that SESSION_PASSWORD opens. */
export async function giveDemoFactors(
	database: Database,
	config: Pick<Config, "sessionPasswords">,
	at: Date,
): Promise<void> {
	const emails = DEMO_MEMBERS.filter(({ role }) => requiresFactor("approvers", role)).map(({ email }) => email);
	const members = await database
		.selectFrom("member")
		.leftJoin("totp", "totp.member_id", "member.id")
		.select(["member.id", "totp.secret"])
		.where("email", "in", emails)
		.execute();
	for (const { id, secret } of members) {
		if (secret !== null && openSecret(config, id, secret) !== null) continue;
		const row = {
			secret: sealSecret(config, id, new Uint8Array(randomBytes(20))),
			...{ created_at: at, confirmed_at: at, last_used_at: null, last_step: null },
		};
		await asOwner(database, async (trx) => {
			await trx
				.insertInto("totp")
				.values({ member_id: id, ...row })
				.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
				.execute();
			await issueRecoveryCodes(trx, at, id);
		});
	}
}
