import { feesAccount, operatorsAccount, reservedAccount } from "#server/sandbox/ledger/accounts.ts";
import { type Journal, journalOf, journalRows, openAccounts } from "#server/sandbox/ledger/post-journal.ts";
import { openWallets } from "#server/sandbox/ledger/wallets.ts";
import type { SeedTransaction } from "#server/sandbox/seed/draft.ts";
import { makeSeedHistory } from "#server/sandbox/seed-history.ts";
import type { SandboxDatabase, SandboxTransaction } from "#server/sandbox/tables.ts";

/** Thrown when the sandbox already has transactions: the generated history would have to precede them. */
export class SeedRefused extends Error {
	override readonly name = "SeedRefused";
}

/**
 * Throws SeedRefused when the sandbox has transactions. When it was seeded before, `written` is false and the other fields describe that
 * earlier history. Takes under ten seconds.
 */
export async function seedSandbox(database: SandboxDatabase, options: { now: Date; days?: number; seed?: number }) {
	return database.transaction().execute(async (transaction) => {
		const control = await transaction.selectFrom("control").selectAll().forUpdate().executeTakeFirstOrThrow();
		if (control.seeded_for && control.seed !== null && control.seed_days !== null)
			return { written: false, now: control.seeded_for, days: control.seed_days, seed: control.seed };
		const used = await transaction.selectFrom("transaction").select("reference").limit(1).executeTakeFirst();
		if (used) throw new SeedRefused("The sandbox holds transactions; reset it before it is seeded.");
		const history = makeSeedHistory(options);
		const { now, days, seed } = history;
		await writeHistory(transaction, history.transactions);
		await transaction.updateTable("control").set({ seed, seed_days: days, seeded_for: now }).execute();
		return { written: true, now, days, seed };
	});
}

/** Writes transactions, history, movements, steps and ledger. The sandbox must not have used these currencies yet. */
export async function writeHistory(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	await openForSeed(database, [...new Set(all.map(({ currency }) => currency))]);
	await writeTransactions(database, all);
	await writeLedger(database, all);
}

async function openForSeed(database: SandboxTransaction, currencies: readonly string[]): Promise<void> {
	// `updated_at` only increases, so accounts must be older than their first entry.
	const began = new Date(0);
	await openWallets(database, currencies, began);
	const others = [feesAccount, operatorsAccount, reservedAccount].flatMap((account) => currencies.map(account));
	await openAccounts(database, others, began).execute();
	await database
		.updateTable("account")
		.set({ updated_at: began })
		.where("kind", "=", "wallet")
		.where("currency", "in", currencies)
		.where("balance", "=", "0")
		.execute();
}

async function writeTransactions(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	for (const some of chunks(all, 1_000)) {
		const rows = some.map(({ history: _history, purpose, ...row }) => ({
			...row,
			metadata: row.kind === "withdrawal" ? JSON.stringify({ note: purpose.note }) : null,
		}));
		await database.insertInto("transaction").values(rows).execute();
		const history = some.flatMap(({ reference, history }) => history.map((entry) => ({ reference, ...entry })));
		await database.insertInto("history").values(history).execute();
	}
	const movements = all
		.filter(({ status }) => status === "success")
		.map(({ reference, kind: type, amount, fee, currency, created_at, processed_at }) => ({
			...{ reference, type, amount, fee, currency, created_at: processed_at ?? created_at },
		}))
		.sort((one, other) => +one.created_at - +other.created_at);
	for (const some of chunks(movements, 2_000)) await database.insertInto("movement").values(some).execute();
	const open = all.flatMap(({ reference, status, expires_at }) =>
		status === "pending" && expires_at ? [{ reference, action: "expire" as const, due_at: expires_at }] : [],
	);
	if (open.length > 0) await database.insertInto("step").values(open).execute();
	await writeHandsets(
		database,
		all.filter((transaction) => transaction.status === "pending"),
	);
	await writeCounters(database, all);
}

/** Subscribers with an open request appear in the phone simulator. */
async function writeHandsets(database: SandboxTransaction, open: readonly SeedTransaction[]): Promise<void> {
	if (open.length === 0) return;
	const rows = open.map(({ phone_number, country, created_at }) => ({
		...{ phone_number, country, first_seen_at: created_at },
	}));
	await database
		.insertInto("handset")
		.values(rows)
		.onConflict((conflict) => conflict.column("phone_number").doNothing())
		.execute();
}

async function writeCounters(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	const last = new Map<string, number>();
	for (const { kind, created_at } of all) {
		const day = created_at.toISOString().slice(0, 10);
		if (kind === "deposit") last.set(day, (last.get(day) ?? 0) + 1);
	}
	await database
		.insertInto("reference_counter")
		.values([...last].map(([day, count]) => ({ day, last: count })))
		.onConflict((conflict) => conflict.column("day").doUpdateSet((update) => ({ last: update.ref("excluded.last") })))
		.execute();
}

/** Writes journals oldest first, so that no batch of rows takes an account below zero. */
async function writeLedger(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	const journals = all.flatMap(toJournals).sort((one, other) => one.at.getTime() - other.at.getTime());
	for (const some of chunks(journals, 1_000)) {
		const rows = journalRows(some);
		await database.insertInto("journal").values(rows.journals).execute();
		await database.insertInto("entry").values(rows.entries).execute();
	}
}

/** Books every subscriber's side on the operators' account, because only subscribers with a handset have accounts of their own. */
function toJournals(transaction: SeedTransaction): Journal[] {
	const { kind, status, created_at, processed_at } = transaction;
	const journal = (what: Parameters<typeof journalOf>[0], at: Date) =>
		journalOf(what, transaction, operatorsAccount(transaction.currency), at);
	if (kind === "deposit") return status === "success" && processed_at ? [journal("deposit", processed_at)] : [];
	const reserved = journal("payout_reserved", created_at);
	if (!processed_at) return [reserved];
	return [reserved, journal(status === "success" ? "payout_settled" : "payout_released", processed_at)];
}

function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
	for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
