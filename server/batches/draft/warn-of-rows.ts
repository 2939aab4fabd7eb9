/** What a person should look at before a row is paid: what the book, other payouts and other drafts know of its number. */
import { sql } from "kysely";
import type { ReadableRow } from "#server/batches/draft/checked-row.ts";
import type { Context } from "#server/context.ts";
import { findAlike } from "#server/payments/rules/find-alike.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

type Store = Database | DatabaseTransaction;
interface Draft {
	batchId: string;
	rows: readonly ReadableRow[];
}

/** Adds to `warnings` of each row, which refuse nothing; a blocked number is a fault. */
export async function warnOfRows(context: Context, store: Store, draft: Draft): Promise<void> {
	if (draft.rows.length === 0) return;
	const { environment } = context.config;
	const numbers = draft.rows.map(({ facts }) => facts.number);
	const [alike, drafts, known] = [
		await findAlikeRows(context, store, draft),
		await findOtherDrafts(context, store, draft),
		await resolveNumbers(store, { environment, numbers }),
	];
	for (const { n, facts, row, warnings, faults } of draft.rows) {
		const payments = alike.get(String(n))?.map(({ id }) => id) ?? [];
		if (payments.length > 0) warnings.push({ code: "alike", payments: payments.slice(0, MOST_NAMED) });
		const batches = drafts.get(n) ?? [];
		if (batches.length > 0) warnings.push({ code: "other_draft", batches: batches.slice(0, MOST_NAMED) });
		const told = known.get(facts.number);
		if (told?.blocked) faults.push({ field: "destination", code: "number_blocked" });
		if (told?.neverPaid) warnings.push({ code: "first_payment" });
		if (told?.changedAt) warnings.push({ code: "new_number" });
		const name = told?.recipient?.name;
		if (name && row.name !== "" && plain(name) !== plain(row.name)) warnings.push({ code: "other_name", name });
	}
}

const MOST_NAMED = 5;
// A purpose that more rows share is a kind of payment, such as salaries, and no single invoice.
const MOST_OF_ONE_PURPOSE = 5;

function findAlikeRows({ config, clock }: Context, store: Store, { rows }: Draft) {
	const purposes = Map.groupBy(rows, ({ row }) => plain(row.purpose));
	const isOwn = (purpose: string) =>
		purpose !== "" && (purposes.get(plain(purpose))?.length ?? 0) <= MOST_OF_ONE_PURPOSE;
	const asked = rows.map(({ n, facts, row: { purpose }, twins }) => ({
		...{ id: String(n), environment: config.environment, currency: facts.currency, phone_number: facts.number },
		...{ amount: facts.amount, note: isOwn(purpose) ? purpose : null, metadata: null, at: clock.now() },
		without: twins.payments,
	}));
	return findAlike(store, asked);
}

async function findOtherDrafts({ config }: Context, store: Store, { batchId, rows }: Draft) {
	const wanted = rows.map(({ n, facts: { number, currency, amount } }) => ({ n, number, currency, amount }));
	const { rows: found } = await sql<{ n: number; id: string; name: string }>`
		select distinct wanted.n, batch.id, batch.name
		from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (n integer, number text, currency text, amount text)
		join batch_row as other on other.facts ->> 'number' = wanted.number and other.facts ->> 'amount' = wanted.amount
			and other.facts ->> 'currency' = wanted.currency and other.left_out is null and other.batch_id <> ${batchId}
		join batch on batch.id = other.batch_id and batch.requested_at is null and batch.cancelled_at is null
			and batch.environment = ${config.environment}
		order by batch.id`.execute(store);
	const byRow = Map.groupBy(found, ({ n }) => n);
	return new Map([...byRow].map(([n, some]) => [n, some.map(({ id, name }) => ({ id, name }))]));
}

/** Ignores spaces, capitals and accents. */
function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}
