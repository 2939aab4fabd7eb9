import { sql } from "kysely";
import type { ReadableRow } from "#server/batches/draft/checked-row.ts";
import type { Context } from "#server/context.ts";
import { findSimilarPayouts } from "#server/payments/rules/find-similar-payouts.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database } from "#server/store/database.ts";

interface Draft {
	batchId: string;
	rows: readonly ReadableRow[];
	purposes: readonly string[];
}

/** Adds to each row's `warnings` what the book, other payouts and other drafts show about its number; a blocked number becomes a fault. */
export async function warnOfRows(context: Context, store: Database, draft: Draft): Promise<void> {
	if (draft.rows.length === 0) return;
	const { environment } = context.config;
	const numbers = draft.rows.map(({ facts }) => facts.number);
	const [similar, drafts, known, left] = [
		await findSimilarRows(context, store, draft),
		await findOtherDrafts(context, store, draft),
		await resolveNumbers(store, { environment, numbers }),
		await findLastOwners(store, numbers),
	];
	for (const { n, facts, row, warnings, faults } of draft.rows) {
		const payments = similar.get(String(n))?.map(({ id }) => id) ?? [];
		if (payments.length > 0) warnings.push({ code: "alike", payments: payments.slice(0, MOST_NAMED) });
		const batches = drafts.get(n) ?? [];
		if (batches.length > 0) warnings.push({ code: "other_draft", batches: batches.slice(0, MOST_NAMED) });
		const numberFacts = known.get(facts.number);
		if (numberFacts?.blocked) faults.push({ field: "destination", code: "number_blocked" });
		if (numberFacts?.neverPaid) warnings.push({ code: "first_payment" });
		if (numberFacts?.changedAt) warnings.push({ code: "new_number" });
		const name = numberFacts?.recipient?.name;
		const lastOwner = left.get(facts.number);
		if (!name && lastOwner) warnings.push({ code: "left_book", name: lastOwner });
		if (name && row.name !== "" && plain(name) !== plain(row.name)) warnings.push({ code: "other_name", name });
	}
}

const MOST_NAMED = 5;
// A purpose that more rows share is a kind of payment, such as salaries, not a single invoice.
export const MOST_OF_ONE_PURPOSE = 5;

function findSimilarRows({ config, clock }: Context, store: Database, { rows, purposes }: Draft) {
	const byPurpose = Map.groupBy(purposes, plain);
	const isOwn = (purpose: string) =>
		purpose !== "" && (byPurpose.get(plain(purpose))?.length ?? 0) <= MOST_OF_ONE_PURPOSE;
	const asked = rows.map(({ n, facts, row: { purpose }, twins }) => ({
		...{ id: String(n), environment: config.environment, currency: facts.currency, phone_number: facts.number },
		...{ amount: facts.amount, note: isOwn(purpose) ? purpose : null, metadata: null, at: clock.now() },
		without: twins.payments,
	}));
	return findSimilarPayouts(store, asked);
}

// Drafts older than this cause no warning: people have forgotten them.
const DRAFT_DAYS = 30;

async function findOtherDrafts({ config, clock }: Context, store: Database, { batchId, rows }: Draft) {
	const since = new Date(clock.now().getTime() - DRAFT_DAYS * 86_400_000);
	const numbers = rows.map(({ facts }) => facts.number);
	const { rows: others } = await sql<{ id: string; name: string; key: string }>`
		with draft as materialized (select id, name from batch where environment = ${config.environment} and requested_at is null
			and cancelled_at is null and created_at > ${since} and id <> ${batchId})
		select distinct draft.id, draft.name, concat_ws(' ', facts ->> 'currency', facts ->> 'number', facts ->> 'amount') as key
		from draft join batch_row on batch_id = draft.id
		where left_out is null and facts ->> 'number' = any(${numbers}::text[]) order by draft.id`.execute(store);
	const byKey = Map.groupBy(others, ({ key }) => key);
	const keyOf = ({ currency, number, amount }: ReadableRow["facts"]) => [currency, number, amount].join(" ");
	return new Map(
		rows.map(({ n, facts }) => [n, (byKey.get(keyOf(facts)) ?? []).map(({ id, name }) => ({ id, name }))]),
	);
}

/** Returns the last owner's name by number, among recipients who are archived or now have another number. */
async function findLastOwners(store: Database, numbers: readonly string[]): Promise<Map<string, string>> {
	const { rows } = await sql<{ number: string; name: string }>`
		select number, name from (
			select number, name, archived_at as until from recipient where archived_at is not null
			union all select earlier_number, name, number_changed_at from recipient where archived_at is null
		) as earlier where number = any(${numbers}::text[]) order by until`.execute(store);
	return new Map(rows.map(({ number, name }) => [number, name]));
}

export function plain(text: string): string {
	return text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}
