import { sql } from "kysely";
import { findCountry } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { suggestOperator } from "#lib/operator-options.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { subscriberAccount } from "#server/sandbox/ledger/accounts.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

export type Handset = Awaited<ReturnType<typeof readHandset>>;

/** Parses the phone number in a path, with or without plus; returns null when invalid. */
export function handsetNumber(text: string): { e164: string; country: string } | null {
	const parsed = parsePhone(`+${text.replace(/^\+/, "")}`, null);
	return "fault" in parsed ? null : parsed;
}

/** Reads the handset and marks it as watched: the autopilot then leaves its deposits to the person on the page. */
export async function readHandset(sandbox: Sandbox, number: { e164: string; country: string }) {
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
		now: sandbox.control.now(),
		businessName: sandbox.businessName,
		phoneNumber: number.e164,
		country: number.country,
		operatorName: open.at(-1)?.operator_name ?? suggestOperator(number.e164, DEFAULT_OPERATORS)?.name ?? "",
		balances: accounts,
		/** Deposits that wait for this subscriber or are in progress, oldest first. */
		open,
		messages,
	};
}

export type HandsetLine = Awaited<ReturnType<typeof listHandsets>>[number];

export function listHandsets(sandbox: Sandbox) {
	return sandbox.database
		.selectFrom("handset")
		.leftJoin("transaction", "transaction.phone_number", "handset.phone_number")
		.select(({ fn }) => [
			"handset.phone_number as phoneNumber",
			fn.coalesce(fn.max("transaction.created_at"), "handset.first_seen_at").as("lastUsedAt"),
			sql<number>`(count(*) filter (where transaction.status = 'pending' and transaction.kind = 'deposit'
				and transaction.answered_at is null))::int`.as("waiting"),
		])
		.groupBy("handset.phone_number")
		.orderBy("waiting", "desc")
		.orderBy("lastUsedAt", "desc")
		.limit(12)
		.execute();
}

export async function markWatched(sandbox: Sandbox, phoneNumber: string): Promise<void> {
	await sandbox.database
		.updateTable("handset")
		.set({ watched_at: sandbox.control.now() })
		.where("phone_number", "=", phoneNumber)
		.execute();
}
