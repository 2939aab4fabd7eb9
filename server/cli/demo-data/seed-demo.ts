/** Fills a new demo: members, and the payments that explain the sandbox's past. Does nothing where payments already are. */
import { sql } from "kysely";
import type { Pool } from "pg";
import { addDemoMembers, type DemoPeople } from "#server/cli/demo-data/demo-members.ts";
import { setDemoRules } from "#server/cli/demo-data/demo-rules.ts";
import { insertStories } from "#server/cli/demo-data/insert-stories.ts";
import { insertPastImports } from "#server/cli/demo-data/past-imports.ts";
import { insertPastLooks } from "#server/cli/demo-data/past-looks.ts";
import { insertPastMirror } from "#server/cli/demo-data/past-mirror.ts";
import { before, FINAL_FAILURES, isFromElsewhere, type Telling } from "#server/cli/demo-data/past-payments.ts";
import { readSandboxPast } from "#server/cli/demo-data/sandbox-past.ts";
import { tellStories } from "#server/cli/demo-data/tell-stories.ts";
import { makeOddities } from "#server/cli/demo-data/wallet-oddities.ts";
import { markAsDemo } from "#server/cli/launcher/demo-mark.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { type Database, type DatabaseTransaction, openDatabase } from "#server/store/database.ts";
import { addJob } from "#server/store/queue.ts";

export interface DemoSeed {
	/** `Config.environment` of the desk. */
	environment: string;
	currencies: readonly string[];
	sandboxOrigin: string;
	now: Date;
}

const DAY = 86_400_000;

/** How many payments were told; 0 when they were there. Throws a LaunchError in a database that is a business's own. */
export async function seedDemo(pool: Pool, seed: DemoSeed): Promise<number> {
	const database: Database = openDatabase(pool);
	await markAsDemo(database);
	const past = await readSandboxPast(pool);
	const firstDay = past[0]?.createdAt ?? seed.now;
	const people = await addDemoMembers(database, before(firstDay, 10 * DAY));
	for (const currency of seed.currencies) await lookAtWallet(database, currency);
	if (await hasPayments(database, seed.environment)) return 0;

	const telling: Telling = { environment: seed.environment, people, sandboxOrigin: seed.sandboxOrigin };
	const stories = tellStories(telling, past, seed.now);
	const told = new Map(stories.map(({ payment }) => [payment.reference, payment.state]));
	await makeOddities(pool, seed.now, (reference) => told.get(reference) !== "succeeded");
	await insertPastLooks(pool, seed);
	await insertPastMirror(pool, seed);
	await asOwner(database, async (trx) => {
		await setDemoRules(trx, seed.currencies, { adminId: people.admin, at: before(firstDay, 9 * DAY) });
		await listFinalFailures(trx, people, before(firstDay, 9 * DAY));
		await insertStories(trx, stories);
		const { environment } = seed;
		await insertPastImports(trx, past.filter(isFromElsewhere), {
			environment,
			importedBy: people.admin,
			at: before(seed.now, DAY),
		});
		await rememberLookups(
			trx,
			telling,
			past.slice(-6).map(({ reference }) => reference),
			seed.now,
		);
	});
	return stories.length;
}

async function hasPayments(database: Database, environment: string): Promise<boolean> {
	const row = await database
		.selectFrom("payment")
		.select("id")
		.where("environment", "=", environment)
		.executeTakeFirst();
	return row !== undefined;
}

async function listFinalFailures(trx: DatabaseTransaction, people: DemoPeople, at: Date): Promise<void> {
	const value = JSON.stringify({ statuses: FINAL_FAILURES });
	await trx
		.insertInto("setting")
		.values({ name: "final_failures", value: sql`${value}::jsonb`, changed_at: at, changed_by: people.admin })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.execute();
}

async function rememberLookups(
	trx: DatabaseTransaction,
	{ environment, people }: Telling,
	references: readonly string[],
	now: Date,
): Promise<void> {
	const rows = references.flatMap((reference, index) =>
		[people.viewer, people.maker, people.approver, people.admin].map((member_id) => ({
			member_id,
			environment,
			reference,
			found: true,
			looked_up_at: before(now, (index + 1) * 2_700_000),
		})),
	);
	if (rows.length > 0) await trx.insertInto("lookup").values(rows).execute();
}

/** The worker brings mirror and balance level as soon as it is there. */
async function lookAtWallet(database: Database, currency: string): Promise<void> {
	await addJob(database, "sync_movements", { currency }, { key: `movements:${currency}` });
	await addJob(database, "read_balance", { currency }, { key: `balance:${currency}` });
}
