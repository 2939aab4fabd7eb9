import type { AmountMinor } from "#lib/money.ts";
import { subscriberAccount } from "#server/sandbox/ledger/accounts.ts";
import { lockLedger, openAccounts, postFromOutside } from "#server/sandbox/ledger/post-journal.ts";
import type { Texts } from "#server/sandbox/pages/texts-en.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

type KindOf<Key> = Key extends `message_${infer Kind}` ? Kind : never;
export type MessageKind = KindOf<keyof Texts>;

/** A new subscriber's money in whole units of the currency: enough for a demo's payments, little enough to run out. */
const FIRST_MONEY: Record<string, bigint> = { XOF: 2_000_000n, XAF: 2_000_000n, GNF: 20_000_000n, UGX: 20_000_000n };
const FIRST_MONEY_ELSEWHERE = 50_000n;

/** Creates the handset and its accounts where they are missing. Uses its own transactions, so that no lock outlives this call. */
export async function ensureHandset(
	sandbox: Sandbox,
	phoneNumber: string,
	country: string,
	currencies: readonly string[],
): Promise<void> {
	const at = sandbox.control.now();
	await sandbox.database
		.insertInto("handset")
		.values({ phone_number: phoneNumber, country, first_seen_at: at })
		.onConflict((conflict) => conflict.column("phone_number").doNothing())
		.execute();
	for (const currency of currencies) {
		const account = subscriberAccount(phoneNumber, currency);
		const known = await sandbox.database
			.selectFrom("account")
			.select("id")
			.where("id", "=", account.id)
			.executeTakeFirst();
		if (known) continue;
		await sandbox.database.transaction().execute(async (database) => {
			await lockLedger(database);
			// If a concurrent call has opened the account, the account already has its first money.
			const isOpened = await openAccounts(database, [account], at).returning("id").executeTakeFirst();
			const amount: AmountMinor = (FIRST_MONEY[currency] ?? FIRST_MONEY_ELSEWHERE) * 100n;
			if (isOpened) await postFromOutside(database, account, amount, { kind: "funds", at });
		});
	}
}

export async function sendMessage(
	database: SandboxDatabase,
	phoneNumber: string,
	kind: MessageKind,
	details: Record<string, string>,
	at: Date,
): Promise<void> {
	await database
		.insertInto("message")
		.values(messageRow(phoneNumber, kind, details, at))
		.execute();
}

export function messageRow(phoneNumber: string, kind: MessageKind, details: Record<string, string>, at: Date) {
	return { phone_number: phoneNumber, kind, details: JSON.stringify(details), at };
}
