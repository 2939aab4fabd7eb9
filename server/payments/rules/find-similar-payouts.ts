/** Finds payouts that may pay the same invoice with another amount or number. Screens show them as warnings; they block nothing. */
import { sql } from "kysely";
import type { SimilarPayout } from "#lib/contracts/payment.ts";
import { MAY_COST_STATES, type PaymentState } from "#lib/payment-state.ts";
import type { Database } from "#server/store/database.ts";
import { listed } from "#server/store/sql-fragments.ts";

export interface Asked {
	/** The payout's own id, which its results leave out; any placeholder for a payout that has no id yet. */
	id: string;
	environment: string;
	currency: string;
	/** Null until the number is valid. */
	phone_number: string | null;
	amount: string;
	note: string | null;
	metadata: Record<string, string> | null;
	at: Date;
	/** Ids of exact duplicates, which are left out here: they require a reason elsewhere. */
	without: readonly string[];
}

const PURPOSE_DAYS = 90;
const AMOUNT_DAYS = 7;
// A difference of 2 % covers a franc more or less, and a fee that one of the amounts includes.
const CLOSE = 0.02;
// A note that more payouts share names a kind of payment, such as salaries, and not one invoice.
const MOST_OF_ONE_INVOICE = 5;

interface Row extends Omit<SimilarPayout, "createdAt"> {
	asked: string;
	createdAt: Date;
	state: PaymentState;
}

/** Returns the payouts that resemble each of `asked`, by its id: newest first, each once. */
export async function findSimilarPayouts(
	store: Database,
	asked: readonly Asked[],
): Promise<Map<string, SimilarPayout[]>> {
	// guard: same-invoice-is-named
	if (asked.length === 0) return new Map();
	const wanted = asked.map(({ note, metadata, ...facts }) => ({
		...facts,
		note: note === null ? null : purposeOf(note),
		entries: Object.entries(metadata ?? {}).flatMap(([key, value]) => (key === "note" ? [] : [{ [key]: value }])),
	}));
	const may = sql`kind = 'payout' and payment.environment = wanted.environment and payment.id <> wanted.id
		and not wanted.without ? payment.id and state in (${listed(MAY_COST_STATES)})`;
	const facts = sql`payment.amount, payment.currency, payment.phone_number as destination, payment.note, state, created_at as "createdAt",
		coalesce(payment.recipient_name,
			(select name from recipient where number = payment.phone_number and archived_at is null)) as name`;
	const { rows } = await sql<Row>`
		select wanted.id as asked, found.* from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted (id text, environment text,
			currency text, phone_number text, amount numeric, note text, entries jsonb, at timestamptz, without jsonb)
		cross join lateral (
			(select payment.id, 'purpose' as why, ${facts} from payment
			where ${may} and wanted.note <> '' and lower(btrim(regexp_replace(payment.note, '\\s+', ' ', 'g'))) = wanted.note
				and created_at > wanted.at - make_interval(days => ${PURPOSE_DAYS})
			order by created_at desc limit ${MOST_OF_ONE_INVOICE + 1})
			union all
			(select payment.id, 'reference', ${facts} from payment
			where ${may} and wanted.entries <> '[]' and created_at > wanted.at - make_interval(days => ${PURPOSE_DAYS})
				and exists (select from jsonb_array_elements(wanted.entries) as one where payment.metadata @> one)
			order by created_at desc limit ${MOST_OF_ONE_INVOICE + 1})
			union all
			(select payment.id, 'amount', ${facts} from payment
			where ${may} and payment.phone_number = wanted.phone_number and payment.currency = wanted.currency
				and created_at > wanted.at - make_interval(days => ${AMOUNT_DAYS})
				and abs(payment.amount - wanted.amount) <= ${CLOSE} * greatest(payment.amount, wanted.amount)
			order by created_at desc limit ${MOST_OF_ONE_INVOICE})
		) as found`.execute(store);
	return new Map([...Map.groupBy(rows, (row) => row.asked)].map(([id, found]) => [id, named(found)] as const));
}

function purposeOf(note: string): string {
	return note.replace(/\s+/g, " ").trim().toLowerCase();
}

function named(rows: readonly Row[]): SimilarPayout[] {
	const reasons = Map.groupBy(rows, ({ why }) => why);
	const few = [...reasons.values()].filter((some) => some.length <= MOST_OF_ONE_INVOICE).flat();
	const once = new Map(few.toReversed().map((row) => [row.id, row]));
	return [...once.values()]
		.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
		.map(({ asked: _asked, createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
