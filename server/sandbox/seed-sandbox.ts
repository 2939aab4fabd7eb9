/** Writes the generated history through the same tables and ledger as live transactions. */
import { randomUUID } from "node:crypto";
import { minorOf, toDecimal } from "#lib/money.ts";
import {
	type AccountName,
	feesAccount,
	operatorsAccount,
	reservedAccount,
	walletAccount,
} from "#server/sandbox/ledger/accounts.ts";
import { openWallets } from "#server/sandbox/ledger/wallets.ts";
import type { SeedTransaction } from "#server/sandbox/seed/draft.ts";
import { makeSeedHistory } from "#server/sandbox/seed-history.ts";
import type { JournalKind, SandboxDatabase, SandboxTransaction } from "#server/sandbox/tables.ts";

export interface Seeded {
	/** False when a history existed already; the other fields then describe that one. */
	written: boolean;
	now: Date;
	days: number;
	seed: number;
}

/** The sandbox already has transactions, so no history can be placed before them. */
export class SeedRefused extends Error {
	override readonly name = "SeedRefused";
}

/** Requires a sandbox without transactions, else throws SeedRefused. Does nothing when repeated. Takes under ten seconds. */
export async function seedSandbox(
	database: SandboxDatabase,
	options: { now: Date; days?: number; seed?: number },
): Promise<Seeded> {
	return database.transaction().execute(async (transaction) => {
		const control = await transaction.selectFrom("control").selectAll().forUpdate().executeTakeFirstOrThrow();
		if (control.seeded_for && control.seed !== null && control.seed_days !== null)
			return { written: false, now: control.seeded_for, days: control.seed_days, seed: control.seed };
		const used = await transaction.selectFrom("transaction").select("reference").limit(1).executeTakeFirst();
		if (used) throw new SeedRefused("The sandbox holds transactions; reset it before it is seeded.");
		const history = makeSeedHistory(options);
		const { now, days, seed } = history;
		await writeHistory(transaction, history.transactions, now);
		await transaction.updateTable("control").set({ seed, seed_days: days, seeded_for: now }).execute();
		return { written: true, now, days, seed };
	});
}

/** Writes transactions with all their consequences to a sandbox without these currencies. */
export async function writeHistory(
	database: SandboxTransaction,
	all: readonly SeedTransaction[],
	now: Date,
): Promise<void> {
	await openAccounts(database, [...new Set(all.map(({ currency }) => currency))], now);
	await writeTransactions(database, all);
	await writeLedger(database, all);
}

async function openAccounts(database: SandboxTransaction, currencies: readonly string[], at: Date): Promise<void> {
	await openWallets(database, currencies, at);
	// `updated_at` only increases, so accounts must be older than their first entry.
	const began = new Date(0);
	await database
		.insertInto("account")
		.values(
			currencies
				.flatMap((currency) => [feesAccount(currency), operatorsAccount(currency), reservedAccount(currency)])
				.map((account) => ({ ...account, updated_at: began })),
		)
		.onConflict((conflict) => conflict.column("id").doNothing())
		.execute();
	await database
		.updateTable("account")
		.set({ updated_at: began })
		.where(
			"id",
			"in",
			currencies.map((currency) => walletAccount(currency).id),
		)
		.where("balance", "=", "0")
		.execute();
}

async function writeTransactions(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	for (const some of chunks(all, 1_000)) {
		await database.insertInto("transaction").values(some.map(toRow)).execute();
		const history = some.flatMap(({ reference, history }) => history.map((entry) => ({ reference, ...entry })));
		await database.insertInto("history").values(history).execute();
	}
	const movements = all
		.flatMap((transaction) => (transaction.status === "success" ? [toMovement(transaction)] : []))
		.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
	for (const some of chunks(movements, 2_000)) await database.insertInto("movement").values(some).execute();
	const open = all.flatMap(({ reference, status, expiresAt }) =>
		status === "pending" && expiresAt ? [{ reference, action: "expire" as const, due_at: expiresAt }] : [],
	);
	if (open.length > 0) await database.insertInto("step").values(open).execute();
	await writeHandsets(
		database,
		all.filter((transaction) => transaction.status === "pending"),
	);
	await writeCounters(database, all);
}

function toRow(transaction: SeedTransaction) {
	return {
		reference: transaction.reference,
		kind: transaction.type,
		opaque_id: transaction.opaqueId,
		status: transaction.status,
		amount: transaction.amount,
		fee: transaction.fee,
		currency: transaction.currency,
		operator: transaction.operator,
		operator_name: transaction.operatorName,
		country: transaction.country,
		phone_number: transaction.phoneNumber,
		flow: transaction.flow,
		metadata: transaction.type === "withdrawal" ? JSON.stringify({ note: transaction.purpose.note }) : null,
		created_at: transaction.createdAt,
		processed_at: transaction.processedAt,
		expires_at: transaction.expiresAt,
	};
}

function toMovement(transaction: SeedTransaction) {
	return {
		reference: transaction.reference,
		type: transaction.type,
		amount: transaction.amount,
		fee: transaction.fee,
		currency: transaction.currency,
		created_at: transaction.processedAt ?? transaction.createdAt,
	};
}

/** Subscribers with an open request appear in the phone simulator. */
async function writeHandsets(database: SandboxTransaction, open: readonly SeedTransaction[]): Promise<void> {
	if (open.length === 0) return;
	const rows = open.map(({ phoneNumber, country, createdAt }) => ({
		phone_number: phoneNumber,
		country,
		first_seen_at: createdAt,
	}));
	await database
		.insertInto("handset")
		.values(rows)
		.onConflict((conflict) => conflict.column("phone_number").doNothing())
		.execute();
}

async function writeCounters(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	const last = new Map<string, number>();
	for (const { type, createdAt } of all) {
		const day = createdAt.toISOString().slice(0, 10);
		if (type === "deposit") last.set(day, (last.get(day) ?? 0) + 1);
	}
	await database
		.insertInto("reference_counter")
		.values([...last].map(([day, count]) => ({ day, last: count })))
		.onConflict((conflict) => conflict.column("day").doUpdateSet((update) => ({ last: update.ref("excluded.last") })))
		.execute();
}

interface SeedJournal {
	kind: JournalKind;
	reference: string;
	at: Date;
	entries: [AccountName, bigint][];
}

/** Writes the journals in order of time, so that no batch leaves an account below zero. */
async function writeLedger(database: SandboxTransaction, all: readonly SeedTransaction[]): Promise<void> {
	const journals = all.flatMap(toJournals).sort((one, other) => one.at.getTime() - other.at.getTime());
	for (const some of chunks(journals, 1_000)) {
		const rows = some.map((journal) => ({ id: randomUUID(), ...journal }));
		await database
			.insertInto("journal")
			.values(rows.map(({ id, kind, reference, at }) => ({ id, kind, reference, at })))
			.execute();
		const entries = rows.flatMap(({ id, entries }) =>
			entries.flatMap(([account, amountMinor]) =>
				amountMinor === 0n ? [] : [{ journal_id: id, account_id: account.id, amount: toDecimal(amountMinor) }],
			),
		);
		await database.insertInto("entry").values(entries).execute();
	}
}

/** Past subscribers share the operators' account: only handsets in use get an account. */
function toJournals(transaction: SeedTransaction): SeedJournal[] {
	const { reference, currency, createdAt, processedAt } = transaction;
	const amount = minorOf(transaction.amount);
	const fee = minorOf(transaction.fee);
	const [wallet, reserved, outside, fees] = [walletAccount, reservedAccount, operatorsAccount, feesAccount].map(
		(name) => name(currency),
	) as [AccountName, AccountName, AccountName, AccountName];
	if (transaction.type === "deposit") {
		if (transaction.status !== "success" || !processedAt) return [];
		const entries: SeedJournal["entries"] = [
			[outside, -amount],
			[wallet, amount - fee],
			[fees, fee],
		];
		return [{ kind: "deposit", reference, at: processedAt, entries }];
	}
	const total = amount + fee;
	const journals: SeedJournal[] = [
		{
			kind: "payout_reserved",
			reference,
			at: createdAt,
			entries: [
				[wallet, -total],
				[reserved, total],
			],
		},
	];
	if (!processedAt) return journals;
	const settled: SeedJournal["entries"] = [
		[reserved, -total],
		[outside, amount],
		[fees, fee],
	];
	const released: SeedJournal["entries"] = [
		[reserved, -total],
		[wallet, total],
	];
	if (transaction.status === "success")
		journals.push({ kind: "payout_settled", reference, at: processedAt, entries: settled });
	else journals.push({ kind: "payout_released", reference, at: processedAt, entries: released });
	return journals;
}

function* chunks<T>(list: readonly T[], size: number): Generator<readonly T[]> {
	for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
