/** Fills a new demo with members and the payments that explain the sandbox's past. */
import { sql } from "kysely";
import type { Pool } from "pg";
import { buildBatches, type DemoBatch } from "#server/cli/demo-data/demo-batches.ts";
import { addDemoMembers } from "#server/cli/demo-data/demo-members.ts";
import { insertRecipients } from "#server/cli/demo-data/demo-recipients.ts";
import { buildStories } from "#server/cli/demo-data/demo-stories.ts";
import { before, FINAL_FAILURES, isFromElsewhere, type StoryContext } from "#server/cli/demo-data/past-payments.ts";
import { insertPastImports, insertPastMirror, insertPastReadings } from "#server/cli/demo-data/past-readings.ts";
import { type PastTransaction, readSandboxPast } from "#server/cli/demo-data/sandbox-past.ts";
import type { Story } from "#server/cli/demo-data/story.ts";
import { makeDiscrepancies } from "#server/cli/demo-data/wallet-discrepancies.ts";
import { markAsDemo } from "#server/cli/launcher/demo-mark.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { type NewAuditEntry, recordAudits } from "#server/store/audit-log.ts";
import { type Database, type DatabaseTransaction, openDatabase } from "#server/store/database.ts";
import { writeSetting } from "#server/store/settings.ts";
import { insertAll } from "#server/store/sql-fragments.ts";

export interface DemoSeed {
	environment: string;
	currencies: readonly string[];
	sandboxOrigin: string;
	now: Date;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Returns the number of added payments; 0 when some existed. Throws a UserFacingError in a business's own database. */
export async function seedDemo(pool: Pool, seed: DemoSeed): Promise<number> {
	const database: Database = openDatabase(pool);
	await markAsDemo(database);
	const past = await readSandboxPast(pool);
	const firstDay = past[0]?.created_at ?? seed.now;
	const people = await addDemoMembers(database, before(firstDay, 10 * DAY));
	if (await hasPayments(database, seed.environment)) return 0;

	const context: StoryContext = { environment: seed.environment, people, sandboxOrigin: seed.sandboxOrigin };
	const plain = buildStories(context, past, seed.now);
	const batches = buildBatches(context, { stories: plain, past, now: seed.now });
	const ofBatches = batches.flatMap((batch) => batch.stories);
	const rows = new Set(ofBatches.map(({ payment }) => payment.id));
	const stories = [...plain.filter(({ payment }) => !rows.has(payment.id)), ...ofBatches];
	const states = new Map(stories.map(({ payment }) => [payment.reference, payment.state]));
	await makeDiscrepancies(pool, seed.now, (reference) => states.get(reference) !== "succeeded");
	await insertPastReadings(database, seed);
	await insertPastMirror(database, seed);
	await asOwner(database, async (trx) => {
		const at = before(firstDay, 9 * DAY);
		await setDemoRules(trx, seed.currencies, { adminId: people.admin, at });
		await writeSetting(trx, "final_failures", { statuses: FINAL_FAILURES }, { at, by: people.admin });
		const named = stories.map(({ payment }) => payment);
		await insertRecipients(trx, past, named, { by: people.maker, at: before(firstDay, 8 * DAY), now: seed.now });
		await insertBatches(trx, batches);
		await insertStories(
			trx,
			stories,
			batches.flatMap(({ audit }) => audit),
		);
		const { environment } = seed;
		await insertPastImports(trx, past.filter(isFromElsewhere), {
			environment,
			importedBy: people.admin,
			at: before(seed.now, 10 * MINUTE),
		});
		await rememberLookups(
			trx,
			context,
			past.filter(({ created_at }) => created_at < before(seed.now, DAY)).slice(-6),
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

async function rememberLookups(
	trx: DatabaseTransaction,
	{ environment, people }: StoryContext,
	past: readonly PastTransaction[],
	now: Date,
): Promise<void> {
	const rows = past.flatMap(({ reference }, index) =>
		[people.viewer, people.maker, people.approver, people.admin].map((member_id) => ({
			member_id,
			environment,
			reference,
			found: true,
			looked_up_at: before(now, (index + 1) * 45 * MINUTE),
		})),
	);
	if (rows.length > 0) await trx.insertInto("lookup").values(rows).execute();
}

// The first tier is small, so that any usual amount in a demo needs an approver.
const RULE = {
	per_payment: "5000000.00",
	per_person_day: "50000000.00",
	per_destination_day: "20000000.00",
	no_approver_up_to: "500.00",
	one_approver_up_to: "1000000.00",
};

async function setDemoRules(
	trx: DatabaseTransaction,
	currencies: readonly string[],
	{ adminId, at }: { adminId: string; at: Date },
): Promise<void> {
	const rows = currencies.map((currency) => ({ ...RULE, currency, changed_at: at, changed_by: adminId }));
	await trx
		.insertInto("payout_rule")
		.values(rows)
		.onConflict((conflict) => conflict.column("currency").doNothing())
		.execute();
}

async function insertBatches(trx: DatabaseTransaction, batches: readonly DemoBatch[]): Promise<void> {
	const [drafts, rows] = [batches.map(({ batch }) => batch), batches.flatMap((batch) => batch.rows)];
	await insertAll(trx, "batch", drafts).execute();
	await insertAll(trx, "batch_row", rows).execute();
}

async function insertStories(
	trx: DatabaseTransaction,
	stories: readonly Story[],
	others: readonly NewAuditEntry[],
): Promise<void> {
	// The database counts approvals when a payout becomes `approved`. So its row is inserted as waiting, before its decisions.
	const approved = stories.filter(({ payment: { kind, state } }) => kind === "payout" && state === "approved");
	const waiting = new Set(approved.map(({ payment }) => payment.id));
	const payments = stories.map(({ payment }) => ({
		...payment,
		state: waiting.has(payment.id) ? ("awaiting_approval" as const) : payment.state,
	}));
	await insertAll(trx, "payment", payments).execute();
	const attempts = stories.flatMap(({ attempt }) => attempt ?? []);
	await insertAll(trx, "attempt", attempts).execute();
	const events = stories.flatMap((story) => story.events);
	await insertAll(trx, "payment_event", events).execute();
	const decisions = stories.flatMap((story) => story.decisions);
	await insertAll(trx, "decision", decisions).execute();
	await trx
		.updateTable("payment")
		.set({ state: "approved" })
		.where(sql<boolean>`id = any(${[...waiting]})`)
		.execute();
	const entries = [...others, ...stories.flatMap((story) => story.audit)].sort((one, other) => +one.at - +other.at);
	await recordAudits(trx, entries);
}
