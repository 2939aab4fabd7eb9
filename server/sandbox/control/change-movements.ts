/** Makes lines of the wallet wrong: missing, doubled, foreign, late or with another amount, with or without the balance. */
import type { Selectable } from "kysely";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { operatorsAccount, walletAccount } from "#server/sandbox/ledger/accounts.ts";
import { postJournal } from "#server/sandbox/ledger/post-journal.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import type { MovementTable, SandboxDatabase, SandboxTransaction } from "#server/sandbox/tables.ts";

type MovementRow = Selectable<MovementTable>;

export interface NewLine {
	currency: string;
	type: string;
	amount: string;
	fee: string;
	/** The balance changes too. */
	balance: boolean;
}

export type LineChange =
	| { action: "drop"; balance: boolean }
	| { action: "double"; balance: boolean }
	| { action: "delay"; byMs: number }
	| { action: "alter"; amount: string; fee?: string | undefined; balance: boolean };

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

/** Adds a line that belongs to no transaction. */
export async function inventMovement(sandbox: Sandbox, line: NewLine): Promise<MovementRow> {
	return sandbox.database.transaction().execute(async (database) => {
		const { balance, ...values } = line;
		const row = await insertLine(database, { ...values, created_at: sandbox.control.now() });
		if (balance) await moveBalance(sandbox, database, line.currency, effectOf(row));
		return row;
	});
}

export async function changeMovement(sandbox: Sandbox, id: string, change: LineChange): Promise<MovementRow | null> {
	return sandbox.database.transaction().execute(async (database) => {
		const row = await database.selectFrom("movement").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
		if (!row) return null;
		const { changed, effect } = await applyChange(database, row, change);
		if ("balance" in change && change.balance) await moveBalance(sandbox, database, row.currency, effect);
		return changed;
	});
}

/** `effect`: the change of the balance, when it follows. */
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

/** The ledger's rule: a deposit adds amount − fee, anything else takes amount + fee. */
function effectOf({ type, amount, fee }: MovementRow): AmountMinor {
	const [sum, charge] = [minorOf(amount), minorOf(fee)];
	return type === "deposit" ? sum - charge : -(sum + charge);
}

async function moveBalance(
	sandbox: Sandbox,
	database: SandboxTransaction,
	currency: string,
	effect: AmountMinor,
): Promise<void> {
	if (effect === 0n) return;
	await postJournal(database, {
		kind: "correction",
		reference: null,
		at: sandbox.control.now(),
		entries: [
			{ account: operatorsAccount(currency), amountMinor: -effect },
			{ account: walletAccount(currency), amountMinor: effect },
		],
	});
}
