/** Rows of the mirror: what a filter means in SQL, in which order rows come, and how a row becomes our JSON. */

import { type RawBuilder, sql } from "kysely";
import type { Movement, MovementQuery } from "#lib/contracts/movement.ts";
import { isAmountBound, minorOf } from "#lib/money.ts";
import type { MovementSort } from "#lib/movement-sorts.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { MovementPlace } from "#server/wallets/movement-cursor.ts";

/** One wallet's mirror and the filters on it: what rows, totals and exports share. */
export type MovementFilter = { currency: string } & Pick<
	MovementQuery,
	"type" | "from" | "to" | "minAmount" | "maxAmount"
>;

/** Throws `invalid_input` naming the fields for borders in the wrong order, and for text that PostgreSQL cannot hold. */
export function demandSoundFilter(filter: MovementFilter): void {
	const fields: Record<string, string> = {};
	const { type, from, to, minAmount, maxAmount } = filter;
	if (type !== undefined && (!type.isWellFormed() || type.includes("\0"))) fields.type = "invalid";
	// Year 0 is a date to a browser, but none to PostgreSQL.
	if (from?.startsWith("0000")) fields.from = "invalid";
	if (to?.startsWith("0000")) fields.to = "invalid";
	if (from !== undefined && to !== undefined && from > to) fields.from = "from_after_to";
	if (minAmount !== undefined && !isAmountBound(minAmount)) fields.minAmount = "invalid";
	if (maxAmount !== undefined && !isAmountBound(maxAmount)) fields.maxAmount = "invalid";
	const areRead = minAmount !== undefined && maxAmount !== undefined && !fields.minAmount && !fields.maxAmount;
	if (areRead && minorOf(minAmount) > minorOf(maxAmount)) fields.minAmount = "min_above_max";
	if (Object.keys(fields).length > 0) throw new AppError("invalid_input", "the filter cannot be read", { fields });
}

/** Days are calendar days of the business's time zone: PostgreSQL knows when each begins, also where clocks change. */
export function matches(system: SystemContext, filter: MovementFilter): RawBuilder<boolean> {
	const { environment, timeZone } = system.config;
	const parts = [sql`environment = ${environment}`, sql`currency = ${filter.currency}`];
	if (filter.type !== undefined) parts.push(sql`type = ${filter.type}`);
	if (filter.from !== undefined)
		parts.push(sql`created_at >= ${filter.from}::date::timestamp at time zone ${timeZone}`);
	if (filter.to !== undefined) {
		parts.push(sql`created_at < (${filter.to}::date + 1)::timestamp at time zone ${timeZone}`);
	}
	if (filter.minAmount !== undefined) parts.push(sql`amount >= ${filter.minAmount}::numeric`);
	if (filter.maxAmount !== undefined) parts.push(sql`amount <= ${filter.maxAmount}::numeric`);
	return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

const ORDERS: Record<MovementSort, { by: "created_at" | "amount"; descending: boolean }> = {
	"-createdAt": { by: "created_at", descending: true },
	createdAt: { by: "created_at", descending: false },
	"-amount": { by: "amount", descending: true },
	amount: { by: "amount", descending: false },
};

export interface RowsWanted {
	filter: MovementFilter;
	sort: MovementSort;
	/** Rows behind this place only. */
	after: MovementPlace | null;
	/** Rows of the mirror up to this id only: what was there when a long read began. */
	lastId?: string;
	limit: number;
}

/** At most `limit` rows. Ids break ties, so a place in the order is never shared by two rows. */
export async function readRows(system: SystemContext, wanted: RowsWanted): Promise<Movement[]> {
	const { by, descending } = ORDERS[wanted.sort];
	// With its table's name: `created_at` alone would be the text of the answer, which no index has in order.
	const column = sql.ref(`movement.${by}`);
	const direction = sql.raw(descending ? "desc" : "asc");
	const than = sql.raw(descending ? "<" : ">");
	const kind = sql.raw(by === "amount" ? "numeric" : "timestamptz");
	const after = wanted.after
		? sql`and (${column}, id) ${than} (${wanted.after.value}::${kind}, ${wanted.after.id}::bigint)`
		: sql``;
	const upTo = wanted.lastId === undefined ? sql`` : sql`and id <= ${wanted.lastId}::bigint`;
	const { rows } = await sql<Row>`
		select ${columns} from movement where ${matches(system, wanted.filter)} ${after} ${upTo}
		order by ${column} ${direction}, id ${direction} limit ${wanted.limit}`.execute(system.database);
	return rows.map(movementOf);
}

/** Which place in the order a row has. */
export function placeOf(sort: MovementSort, movement: Movement): MovementPlace {
	return { value: ORDERS[sort].by === "amount" ? movement.amount : movement.createdAt, id: movement.id };
}

interface Row {
	withdrawn_at: Date | null;
	replaced_by: string | null;
	id: string;
	type: string;
	amount: string;
	fee: string;
	currency: string;
	created_at: string;
}

// Times as text: a JavaScript Date would cut the microseconds that the service may have sent.
const columns = sql`id, type, amount, fee, currency, withdrawn_at, replaced_by,
	to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`;

function movementOf({ created_at: createdAt, withdrawn_at, replaced_by: replacedBy, ...row }: Row): Movement {
	return {
		...row,
		createdAt: createdAt.replace(/000Z$/, "Z"),
		withdrawnAt: withdrawn_at?.toISOString() ?? null,
		replacedBy,
	};
}
