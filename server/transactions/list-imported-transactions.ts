import { sql } from "kysely";
import {
	IMPORT_PLACE,
	type ImportedTransaction,
	type ImportedTransactionList,
	type ImportedTransactionQuery,
} from "#lib/contracts/imported-transaction.ts";
import { IMPORT_STATES } from "#lib/imports/import-states.ts";
import { AWAITING_REFERENCE_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import { statusMeaning } from "#lib/payments/status-meaning.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import { readPlaces } from "#server/payments/watch/reference-window.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

export type ImportedTransactionListInput = Omit<ImportedTransactionQuery, "limit"> & { limit?: number };

/** Lists transactions started elsewhere: newest import first, each in the order of its list. */
export async function listImportedTransactions(
	context: Context,
	input: ImportedTransactionListInput,
): Promise<ImportedTransactionList> {
	requirePermission(context, "transaction.read");
	const limit = input.limit ?? 50;
	const [rows, counts, finalFailures] = await Promise.all([
		selectPage(context, input, limit + 1),
		countStates(context),
		readFinalFailures(context.database),
	]);
	const page = rows.slice(0, limit);
	const open = await selectOpenPayments(context, page);
	const place = await readPlaces(context.database, context.config);
	// The reference may be attached to payments with the same type, amount and currency and a matching time window.
	const fitsOf = (row: Row) =>
		open.filter(
			(payment) =>
				row.payment_id === null &&
				transactionTypeOf(payment.kind) === row.transactionType &&
				payment.amount === row.amount &&
				payment.currency === row.currency &&
				place(payment, row.createdAt) === "within",
		);
	const items = page.map((row) => toImported(row, fitsOf(row), finalFailures));
	const last = rows.length > limit ? page.at(-1) : undefined;
	const nextCursor = last ? `${last.importedAt.getTime()}_${last.position}_${last.reference}` : null;
	return { items, nextCursor, counts };
}

type Row = Awaited<ReturnType<typeof selectPage>>[number];

function selectPage({ database, config }: Context, { state, cursor }: ImportedTransactionListInput, limit: number) {
	const place = cursor === undefined ? undefined : IMPORT_PLACE.exec(cursor)?.groups;
	const at = new Date(Number(place?.at));
	return database
		.selectFrom("imported_transaction as imported")
		.innerJoin("member", "member.id", "imported.imported_by")
		.leftJoin("payment", (join) =>
			join
				.onRef("payment.environment", "=", "imported.environment")
				.onRef("payment.reference", "=", "imported.reference"),
		)
		.select([
			"imported.reference",
			"imported.state",
			"imported.transaction_type as transactionType",
			"imported.amount",
			"imported.currency",
			"imported.service_status as serviceStatus",
			"imported.created_at as createdAt",
			"imported.cause",
			"imported.imported_at as importedAt",
			"imported.position",
			"imported.last_checked_at as lastCheckedAt",
			"imported.next_check_at as nextCheckAt",
			"member.name as importedByName",
			"payment.id as payment_id",
			"payment.kind as payment_kind",
			"payment.state as payment_state",
		])
		.where("imported.environment", "=", config.environment)
		.$if(state !== undefined, (query) => query.where("imported.state", "=", state ?? "waiting"))
		.$if(place !== undefined, (query) =>
			query.where(
				sql<boolean>`(imported.imported_at < ${at} or (imported.imported_at = ${at}
					and (imported.position, imported.reference) > (${place?.position}::integer, ${place?.reference})))`,
			),
		)
		.orderBy("imported.imported_at", "desc")
		.orderBy("imported.position")
		.orderBy("imported.reference")
		.limit(limit)
		.execute();
}

async function countStates({ database, config }: Context): Promise<ImportedTransactionList["counts"]> {
	const rows = await database
		.selectFrom("imported_transaction")
		.select((of) => ["state", of.fn.countAll<string>().as("count")])
		.where("environment", "=", config.environment)
		.groupBy("state")
		.execute();
	const counted = new Map(rows.map(({ state, count }) => [state, Number(count)]));
	return Object.fromEntries(
		IMPORT_STATES.map((state) => [state, counted.get(state) ?? 0]),
	) as ImportedTransactionList["counts"];
}

/** Reads unknown payments without a reference: an imported transaction may belong to one of them. */
async function selectOpenPayments({ database, config }: Context, page: readonly Row[]) {
	const amounts = page.filter(({ payment_id }) => payment_id === null).flatMap(({ amount }) => amount ?? []);
	if (amounts.length === 0) return [];
	return database
		.selectFrom("payment")
		.select(["id", "kind", "amount", "currency", "environment"])
		.select(["created_at", "sent_at", "service_sent_at", "may_have_left_until"])
		.where("environment", "=", config.environment)
		.where("state", "in", AWAITING_REFERENCE_STATES)
		.where("reference", "is", null)
		.where("amount", "in", amounts)
		.orderBy("created_at")
		.execute();
}

type OpenPayment = Awaited<ReturnType<typeof selectOpenPayments>>[number];

function toImported(row: Row, fits: readonly OpenPayment[], finalFailures: ReadonlySet<string>): ImportedTransaction {
	const { payment_id: id, payment_kind: kind, payment_state: state, position: _place, ...rest } = row;
	return {
		...withIsoTimes(rest),
		statusMeaning: row.serviceStatus === null ? null : statusMeaning(row.serviceStatus, finalFailures),
		payment: id && kind && state ? { id, kind, state } : null,
		mayAnswer: fits.map(({ id, kind }) => ({ id, kind })),
	};
}
