/** Adds a few discrepancies to the demo's wallet, so that there is something to find and explain. */
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { minorOf, toDecimal } from "#lib/money.ts";
import { operatorsAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import type { SandboxTables, SandboxTransaction } from "#server/sandbox/tables.ts";
import { openDatabase } from "#server/store/database.ts";

const CURRENCY = "XOF";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * Changes the sandbox's own books: an unrequested withdrawal the day before yesterday, also in the balance; a missing line, eight
 * days ago; a duplicate line, fifteen days ago. `apart`: transactions that already have a story. Does nothing when repeated: the
 * start before may have been killed after this.
 */
export async function makeDiscrepancies(pool: Pool, now: Date, apart: (reference: string) => boolean): Promise<void> {
	const database = openDatabase<SandboxTables>(pool).withSchema("sandbox");
	await database.transaction().execute(async (trx) => {
		const made = trx.selectFrom("journal").select("id").where("kind", "=", "correction");
		if (await made.executeTakeFirst()) return;
		await invent(trx, new Date(now.getTime() - 2 * DAY), "37500.00", "375.00");
		const missing = await findLine(trx, "withdrawal", new Date(now.getTime() - 8 * DAY), apart);
		if (missing) await trx.deleteFrom("movement").where("id", "=", missing.id).execute();
		const doubled = await findLine(trx, "deposit", new Date(now.getTime() - 15 * DAY), apart);
		if (!doubled) return;
		const { id: _id, ...line } = doubled;
		await trx
			.insertInto("movement")
			.values({ ...line, reference: null })
			.execute();
	});
}

async function invent(trx: SandboxTransaction, at: Date, amount: string, fee: string): Promise<void> {
	await trx
		.insertInto("movement")
		.values({ type: "withdrawal", amount, fee, currency: CURRENCY, created_at: at })
		.execute();
	const total = minorOf(amount) + minorOf(fee);
	const id = randomUUID();
	await trx.insertInto("journal").values({ id, kind: "correction", reference: null, at }).execute();
	const [outside, wallet] = [operatorsAccount(CURRENCY).id, walletAccount(CURRENCY).id];
	await trx
		.insertInto("entry")
		.values([
			{ journal_id: id, account_id: wallet, amount: toDecimal(-total) },
			{ journal_id: id, account_id: outside, amount: toDecimal(total) },
		])
		.execute();
}

/** The first line after a time with an amount unlike its neighbours'. */
async function findLine(trx: SandboxTransaction, type: string, after: Date, apart: (reference: string) => boolean) {
	const rows = await trx
		.selectFrom("movement")
		.selectAll()
		.where("currency", "=", CURRENCY)
		.where("type", "=", type)
		.where("created_at", ">", after)
		.where("reference", "is not", null)
		.orderBy("created_at")
		.limit(40)
		.execute();
	return rows.find((row) => row.reference !== null && !apart(row.reference));
}
