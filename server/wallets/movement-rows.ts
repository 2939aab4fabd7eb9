import { type RawBuilder, sql } from "kysely";
import type { Movement, MovementQuery } from "#lib/contracts/movement.ts";
import type { MovementSort } from "#lib/movements/movement-sorts.ts";
import type { SystemContext } from "#server/context.ts";
import { byName, byPurpose } from "#server/payment-records/payment-text-search.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

export type MovementFilter = { currency: string } & Pick<
	MovementQuery,
	"type" | "from" | "to" | "minAmount" | "maxAmount" | "operator" | "name" | "purpose"
>;

/** Days are calendar days in the business's time zone; PostgreSQL computes where they begin, even when clocks change. */
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
	return sql<boolean>`${sql.join([...parts, ...ofPayments(environment, filter)], sql` and `)}`;
}

function ofPayments(environment: string, { currency, operator, name, purpose }: MovementFilter): RawBuilder<unknown>[] {
	const parts: RawBuilder<unknown>[] = [];
	if (operator !== undefined) parts.push(sql`payment.operator = ${operator}`);
	if (name) parts.push(byName(name));
	if (purpose) parts.push(byPurpose(purpose));
	if (parts.length === 0) return [];
	return [
		sql`movement.id in (select match.movement_id from reconciliation_line as match
			join payment on payment.id = match.payment_id
			where match.environment = ${environment} and match.currency = ${currency} and ${sql.join(parts, sql` and `)})`,
	];
}

export async function readOldest({ database, config }: SystemContext, currency: string): Promise<Date | null> {
	const row = await database
		.selectFrom("movement")
		.modifyFront(PREPARED)
		.select((of) => of.fn.min("created_at").as("at"))
		.where(ofWallet({ environment: config.environment, currency }))
		.where("withdrawn_at", "is", null)
		.executeTakeFirst();
	return row?.at ?? null;
}

const ORDERS: Record<MovementSort, { by: "created_at" | "amount"; descending: boolean }> = {
	"-createdAt": { by: "created_at", descending: true },
	createdAt: { by: "created_at", descending: false },
	"-amount": { by: "amount", descending: true },
	amount: { by: "amount", descending: false },
};

/** A line's value of the sorted column, and its id. */
export interface MovementPlace {
	value: string;
	id: string;
}

interface RowsWanted {
	filter: MovementFilter;
	sort: MovementSort;
	after: MovementPlace | null;
	/** Only rows up to this id, which existed when a long read began. */
	lastId?: string;
	limit: number;
}

/** Ids break ties, so that two rows never share a position. */
export async function readRows(system: SystemContext, wanted: RowsWanted): Promise<Movement[]> {
	const { by, descending } = ORDERS[wanted.sort];
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

export async function readRow(
	{ database, config }: SystemContext,
	currency: string,
	id: string,
): Promise<Movement | null> {
	const { rows } = await sql<Row>`
		select ${columns} from movement
		where id = ${id}::bigint and ${ofWallet({ environment: config.environment, currency })}`.execute(database);
	return rows[0] ? movementOf(rows[0]) : null;
}

export async function countRows(system: SystemContext, filter: MovementFilter, lastId: string): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::integer as count from movement where ${matches(system, filter)} and id <= ${lastId}::bigint`.execute(
		system.database,
	);
	return rows[0]?.count ?? 0;
}

export function placeOf(sort: MovementSort, movement: Movement): MovementPlace {
	return { value: ORDERS[sort].by === "amount" ? movement.amount : movement.createdAt, id: movement.id };
}

type Row = Omit<Movement, "withdrawnAt"> & { withdrawnAt: Date | null };

// Times stay text: a JavaScript Date would cut the service's microseconds.
const columns = sql`id, type, amount, fee, currency,
	to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "createdAt",
	withdrawn_at as "withdrawnAt", replaced_by as "replacedBy"`;

function movementOf(row: Row): Movement {
	return { ...withIsoTimes(row), createdAt: row.createdAt.replace(/000Z$/, "Z") };
}
