/** Falsifies movement lines: drops, duplicates, invents, delays or changes them, and moves the balance with them when asked. */
import type { Selectable } from "kysely";
import type { z } from "zod";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import type { lineChange, newLine } from "#server/sandbox/control/control-input.ts";
import { walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { postFromOutside } from "#server/sandbox/ledger/post-journal.ts";
import type { MovementTable, SandboxDatabase, SandboxTransaction } from "#server/sandbox/tables.ts";

type MovementRow = Selectable<MovementTable>;

type LineChange = z.output<typeof lineChange>;

const MOST_LINES = 1_000;

export function listMovements(database: SandboxDatabase, currency: string): Promise<MovementRow[]> {
	return database
		.selectFrom("movement")
		.selectAll()
		.where("currency", "=", currency)
		.orderBy("id", "desc")
		.limit(MOST_LINES)
		.execute();
}

export async function inventMovement(
	database: SandboxTransaction,
	{ balance, ...line }: z.output<typeof newLine>,
	at: Date,
): Promise<MovementRow> {
	const row = await insertLine(database, { ...line, created_at: at });
	if (balance) await moveBalance(database, row.currency, effectOf(row), at);
	return row;
}

export async function changeMovement(
	database: SandboxTransaction,
	id: string,
	change: LineChange,
	at: Date,
): Promise<MovementRow | null> {
	const row = await database.selectFrom("movement").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
	if (!row) return null;
	const { changed, effect } = await applyChange(database, row, change);
	if ("balance" in change && change.balance) await moveBalance(database, row.currency, effect, at);
	return changed;
}

/** Returns the changed line, and as `effect` the amount by which the balance must move to agree with it. */
async function applyChange(database: SandboxTransaction, row: MovementRow, change: LineChange) {
	switch (change.action) {
		case "drop":
			await database.deleteFrom("movement").where("id", "=", row.id).execute();
			return { changed: row, effect: -effectOf(row) };
		case "double": {
			const { id: _id, ...values } = row;
			return { changed: await insertLine(database, values), effect: effectOf(row) };
		}
		case "delay": {
			const at = new Date(row.created_at.getTime() + change.byMs);
			return { changed: await updateLine(database, row.id, { created_at: at, shown_from: at }), effect: 0n };
		}
		case "alter": {
			const values = { amount: change.amount, fee: change.fee ?? row.fee };
			const changed = await updateLine(database, row.id, values);
			return { changed, effect: effectOf(changed) - effectOf(row) };
		}
	}
}

function insertLine(database: SandboxTransaction, line: Omit<MovementRow, "id" | "reference" | "shown_from">) {
	return database.insertInto("movement").values(line).returningAll().executeTakeFirstOrThrow();
}

function updateLine(database: SandboxTransaction, id: string, change: Partial<MovementRow>) {
	return database.updateTable("movement").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
}

/** Returns what a line does to the balance: a deposit adds amount − fee, every other type takes amount + fee. */
function effectOf({ type, amount, fee }: MovementRow): AmountMinor {
	const [sum, charge] = [minorOf(amount), minorOf(fee)];
	return type === "deposit" ? sum - charge : -(sum + charge);
}

async function moveBalance(
	database: SandboxTransaction,
	currency: string,
	effect: AmountMinor,
	at: Date,
): Promise<void> {
	if (effect !== 0n) await postFromOutside(database, walletAccount(currency), effect, { kind: "correction", at });
}
