import { sql } from "kysely";
import { monotonicFactory } from "ulid";
import { type ImportAnswer, type RecipientImport, recipientImportSchema } from "#lib/contracts/recipient.ts";
import { type ImportedRecipient, readImportRow } from "#lib/recipients/import-row.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { readRowSetting } from "#server/recipients/read-row-setting.ts";
import { changeBook, recordRecipient } from "#server/recipients/recipient-row.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { insertAll } from "#server/store/sql-fragments.ts";

type Read = ImportedRecipient & { n: number };

/**
 * Adds every row that can be read, and returns the faults of the others. A recipient in the book stays as it is, or takes the row's values
 * with `known: update`; an empty cell changes nothing. One commit. Throws forbidden, invalid_input.
 */
export async function importRecipients(context: Context, input: RecipientImport): Promise<ImportAnswer> {
	const { rows, known } = parseInput(recipientImportSchema, input);
	const setting = await readRowSetting(context, context.database);
	const faults: ImportAnswer["faults"] = [];
	const read = new Map<string, Read>();
	for (const [place, row] of rows.entries()) {
		const n = place + 1;
		const found = readImportRow(row, setting);
		if ("faults" in found) faults.push(...found.faults.map((fault) => ({ n, ...fault })));
		else if (read.has(found.recipient.number)) faults.push({ n, field: "number", code: "repeated_row" });
		else read.set(found.recipient.number, { n, ...found.recipient });
	}
	return changeBook(context, async (trx) => {
		const there = await findNumbers(trx, [...read.keys()]);
		const added = [...read.values()].filter(({ number }) => !there.has(number));
		// An operator guessed from the number's prefix must not replace the book's: people keep their number when they change operators.
		const givenFacts = (one: Read) => ({ ...one, operator: rows[one.n - 1]?.operator ? one.operator : null });
		const others = [...read.values()].filter(({ number }) => there.has(number)).map(givenFacts);
		await add(context, trx, added);
		const updated = known === "update" ? await update(trx, others) : 0;
		if (added.length + updated > 0) {
			const details = { added: String(added.length), updated: String(updated) };
			await recordRecipient(context, trx, { action: "recipient.imported", id: null, details });
		}
		return { added: added.length, updated, kept: others.length - updated, faults };
	});
}

async function findNumbers(trx: Database, numbers: string[]): Promise<Set<string>> {
	const { rows } = await sql<{ number: string }>`select number from recipient
		where archived_at is null and number = any(${numbers})`.execute(trx);
	return new Set(rows.map(({ number }) => number));
}

async function add(context: Context, trx: DatabaseTransaction, recipients: readonly Read[]): Promise<void> {
	const at = context.clock.now();
	const nextId = monotonicFactory();
	const values = recipients.map(({ n: _row, ...facts }) => ({
		...{ ...facts, id: nextId(at.getTime()), created_at: at, created_by: context.member.id },
	}));
	await insertAll(trx, "recipient", values).execute();
}

async function update(trx: DatabaseTransaction, recipients: readonly Read[]): Promise<number> {
	const given = JSON.stringify(recipients.map(({ n: _row, country: _same, ...facts }) => facts));
	const { rows } = await sql`
		update recipient set name = given.name, operator = coalesce(given.operator, recipient.operator),
			purpose = coalesce(given.purpose, recipient.purpose), reference = coalesce(given.reference, recipient.reference),
			note = coalesce(given.note, recipient.note), version = version + 1,
			groups = case when given.groups = '{}' then recipient.groups else given.groups end
		from jsonb_to_recordset(${given}::jsonb) as given (number text, name text, operator text, purpose text, reference text,
			note text, groups text[])
		where recipient.number = given.number and recipient.archived_at is null
			and (recipient.name, recipient.operator, recipient.purpose, recipient.reference, recipient.note, recipient.groups)
				is distinct from (given.name, coalesce(given.operator, recipient.operator),
					coalesce(given.purpose, recipient.purpose), coalesce(given.reference, recipient.reference),
					coalesce(given.note, recipient.note), case when given.groups = '{}' then recipient.groups else given.groups end)
		returning recipient.id`.execute(trx);
	return rows.length;
}
