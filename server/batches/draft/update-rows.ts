import { sql } from "kysely";
import type { RowChange } from "#lib/contracts/batch.ts";
import type { Context } from "#server/context.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** With those that the last check named: nobody confirms a payout that nobody was shown. */
const WITH_NAMED = sql<string[]>`array(select unnest(duplicate_of) union
	select jsonb_array_elements_text(fault -> 'payments') from jsonb_array_elements(faults) as fault
	where fault ->> 'code' = 'duplicate_suspected')`;

/** Whoever changes a row of another's draft is kept with it, and does not approve its payout. */
export function updateRows(
	{ member }: Context,
	trx: DatabaseTransaction,
	batch: { id: string; maker_id: string },
	{ leftOut, duplicateReason, ...cells }: Omit<RowChange, "version">,
) {
	// A reason for another number or amount says nothing about this one; a number without a prefix is read by its country.
	const { destination, country, amount, currency } = cells;
	const isOther = [destination, country, amount, currency].some((cell) => cell !== undefined);
	const reason = isOther ? (duplicateReason ?? null) : duplicateReason;
	const set = {
		...cells,
		...(leftOut === undefined ? {} : { left_out: leftOut }),
		...(reason === undefined ? {} : { duplicate_reason: reason, duplicate_of: reason === null ? [] : WITH_NAMED }),
	};
	const isMaker = batch.maker_id === member.id;
	return trx
		.updateTable("batch_row")
		.set({ ...set, version: sql<number>`version + 1` })
		.$if(!isMaker, (query) =>
			query.set({ changed_by: sql<string[]>`array_append(array_remove(changed_by, ${member.id}), ${member.id})` }),
		)
		.where("batch_id", "=", batch.id);
}
