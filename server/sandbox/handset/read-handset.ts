/** Reads the data of a handset. */
import type { Selectable } from "kysely";
import { findCountry } from "#lib/countries.ts";
import { DEFAULT_OPERATORS, suggestOperator } from "#lib/operators.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { subscriberAccount } from "#server/sandbox/ledger/accounts.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { MessageTable } from "#server/sandbox/tables.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export interface Handset {
	/** E.164 with the plus sign. */
	phoneNumber: string;
	country: string;
	operatorName: string;
	balances: { currency: string; balance: string }[];
	/** Deposits that wait for this subscriber or are in progress, oldest first. */
	open: TransactionRow[];
	messages: Selectable<MessageTable>[];
}

/** Parses a number of the path, with or without plus; null when invalid. */
export function handsetNumber(text: string): { e164: string; country: string } | null {
	const parsed = parsePhone(`+${text.replace(/^\+/, "")}`, null);
	return "fault" in parsed ? null : parsed;
}

/** Marks the handset as in use, which keeps the autopilot away. */
export async function readHandset(sandbox: Sandbox, number: { e164: string; country: string }): Promise<Handset> {
	const currencies = findCountry(number.country)?.currencies ?? [];
	await ensureHandset(sandbox, number.e164, number.country, currencies);
	await markWatched(sandbox, number.e164);
	const { database } = sandbox;
	const accounts = await database
		.selectFrom("account")
		.select(["currency", "balance"])
		.where(
			"id",
			"in",
			currencies.map((currency) => subscriberAccount(number.e164, currency).id),
		)
		.orderBy("currency")
		.execute();
	const open = await database
		.selectFrom("transaction")
		.selectAll()
		.where("phone_number", "=", number.e164)
		.where("status", "=", "pending")
		.where("kind", "=", "deposit")
		.orderBy("created_at")
		.execute();
	const messages = await database
		.selectFrom("message")
		.selectAll()
		.where("phone_number", "=", number.e164)
		.orderBy("id", "desc")
		.limit(30)
		.execute();
	return {
		phoneNumber: number.e164,
		country: number.country,
		operatorName: open.at(-1)?.operator_name ?? suggestOperator(number.e164, DEFAULT_OPERATORS)?.name ?? "",
		balances: accounts,
		open,
		messages,
	};
}

export interface HandsetLine {
	phoneNumber: string;
	lastUsedAt: Date;
	waiting: number;
}

/** The handsets used last, those with open requests first. */
export async function listHandsets(sandbox: Sandbox): Promise<HandsetLine[]> {
	const rows = await sandbox.database
		.selectFrom("handset")
		.leftJoin("transaction", "transaction.phone_number", "handset.phone_number")
		.select((select) => [
			"handset.phone_number",
			"handset.first_seen_at",
			select.fn.max("transaction.created_at").as("last_used_at"),
			select.fn
				.count<string>("transaction.reference")
				.filterWhere("transaction.status", "=", "pending")
				.filterWhere("transaction.kind", "=", "deposit")
				.filterWhere("transaction.answered_at", "is", null)
				.as("waiting"),
		])
		.groupBy(["handset.phone_number", "handset.first_seen_at"])
		.orderBy("waiting", "desc")
		.orderBy((order) => order.fn.coalesce(order.fn.max("transaction.created_at"), "handset.first_seen_at"), "desc")
		.limit(12)
		.execute();
	return rows.map((row) => ({
		phoneNumber: row.phone_number,
		lastUsedAt: row.last_used_at ?? row.first_seen_at,
		waiting: Number(row.waiting),
	}));
}

// The page reloads about every second; one write in five seconds is enough.
const MARK_EVERY_MS = 5_000;

export async function markWatched(sandbox: Sandbox, phoneNumber: string): Promise<void> {
	const now = sandbox.control.now();
	await sandbox.database
		.updateTable("handset")
		.set({ watched_at: now })
		.where("phone_number", "=", phoneNumber)
		.where((where) =>
			where.or([
				where("watched_at", "is", null),
				where("watched_at", "<", new Date(now.getTime() - MARK_EVERY_MS)),
				// The mark lies in the future after the clock was set back.
				where("watched_at", ">", now),
			]),
		)
		.execute();
}
