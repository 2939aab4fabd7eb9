/** Fills a new demo with members and the payments that explain the sandbox's past. */
import { sql } from "kysely";
import type { Pool } from "pg";
import { buildBatches, type DemoBatch } from "#server/cli/demo-data/demo-batches.ts";
import { addDemoMembers } from "#server/cli/demo-data/demo-members.ts";
import { insertRecipients } from "#server/cli/demo-data/demo-recipients.ts";
import { buildStories } from "#server/cli/demo-data/demo-stories.ts";
import { before, FINAL_FAILURES, isFromElsewhere, type StoryContext } from "#server/cli/demo-data/past-payments.ts";
import { type PastTransaction, readSandboxPast } from "#server/cli/demo-data/sandbox-past.ts";
import type { Story } from "#server/cli/demo-data/story.ts";
import { makeDiscrepancies } from "#server/cli/demo-data/wallet-discrepancies.ts";
import { markAsDemo } from "#server/cli/launcher/demo-mark.ts";
import { keepHeartbeat } from "#server/continuity/heartbeat.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { type NewAuditEntry, recordAudits } from "#server/store/audit-log.ts";
import { type Database, type DatabaseTransaction, openDatabase } from "#server/store/database.ts";
import { writeSetting } from "#server/store/settings.ts";
import { insertAll } from "#server/store/sql-fragments.ts";
import { markSynced } from "#server/wallets/sync-row.ts";

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

const DAYS = 45;

/** Adds a balance reading for every two hours and for 23:59 of each of the last 45 days. Skips a wallet that already has readings. */
async function insertPastReadings(
	database: Database,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
	for (const currency of currencies) {
		await sql`
			with entry as (
				select journal.at, sum(entry.amount) over (order by journal.at) as balance
				from sandbox.entry join sandbox.journal on journal.id = entry.journal_id
				where entry.account_id = (select account_id from sandbox.wallet where currency = ${currency})
			), moment as (
				select at from generate_series(date_trunc('day', ${now}::timestamptz) - make_interval(days => ${DAYS}),
					${now}::timestamptz - interval '10 minutes', '2 hours') as at
				union select at - interval '1 minute' from generate_series(
					date_trunc('day', ${now}::timestamptz) - make_interval(days => ${DAYS - 1}), date_trunc('day', ${now}::timestamptz), '1 day') as at
			)
			insert into balance_reading (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at, kept_at)
			select ${environment}, ${currency}, wallet.reference, seen.balance, seen.at, moment.at, moment.at, moment.at
			from moment cross join lateral (
				select at, balance from entry where entry.at <= moment.at order by entry.at desc limit 1
			) as seen
			join sandbox.wallet on wallet.currency = ${currency}
			where not exists (select from balance_reading where environment = ${environment} and balance_reading.currency = ${currency})
			order by moment.at`.execute(database);
	}
}

/** Inserts movement lines and a worker heartbeat as if the desk had already run, so that the first start looks like a usual morning. */
async function insertPastMirror(
	database: Database,
	{ environment, currencies, now }: { environment: string; currencies: readonly string[]; now: Date },
): Promise<void> {
	for (const currency of currencies) {
		await sql`
			insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${environment}, currency, type, amount, fee, created_at,
				row_number() over (partition by created_at, type, amount, fee order by id), created_at
			from sandbox.movement
			where currency = ${currency} and created_at <= ${now}::timestamptz
				and (shown_from is null or shown_from <= ${now}::timestamptz)
				and not exists (select from movement where environment = ${environment} and currency = ${currency})
			order by created_at, id`.execute(database);
		await markSynced(database, { environment, currency }, now);
	}
	await keepHeartbeat(database, "worker-of-the-past");
}

/** Inserts transactions that were started in the service's own portal, as if an accountant had imported their references later. */
async function insertPastImports(
	trx: DatabaseTransaction,
	past: readonly PastTransaction[],
	{ environment, importedBy, at }: { environment: string; importedBy: string; at: Date },
): Promise<void> {
	const rows = past
		.filter(({ status }) => status === "success")
		// Newest first, as the portal lists them, so `position` is the place in that list.
		.toReversed()
		.map((transaction, position) => ({
			...{ environment, reference: transaction.reference, state: "found" as const, position, checks: 1 },
			transaction_type: transaction.kind === "deposit" ? "deposit" : "withdrawal",
			...{ amount: transaction.amount, currency: transaction.currency, service_status: transaction.status },
			...{ created_at: transaction.created_at, processed_at: transaction.processed_at },
			...{ imported_by: importedBy, imported_at: at, last_checked_at: at, next_check_at: null },
		}));
	await insertAll(trx, "imported_transaction", rows).execute();
}
