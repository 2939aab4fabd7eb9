import { sql } from "kysely";
import type { Recipient } from "#lib/contracts/recipient.ts";
import { PAID_STATES, type PaymentState } from "#lib/payment-state.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { CHANGED_LATELY } from "#server/recipients/resolve-numbers.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { listed } from "#server/store/sql-fragments.ts";

interface LastPayout {
	id: string;
	amount: string;
	currency: string;
	state: PaymentState;
	at: string;
}

/** Selects recipients with the newest paid payout to their number, and whether the number was never paid. */
export function selectRecipients(database: Database, environment: string) {
	const paidToNumber = sql`payment.kind = 'payout' and payment.phone_number = recipient.number
		and payment.environment = ${environment} and payment.state in (${listed(PAID_STATES)})`;
	return database
		.selectFrom("recipient")
		.leftJoin("operator", "operator.code", "recipient.operator")
		.leftJoin("blocked_number", "blocked_number.number", "recipient.number")
		.selectAll("recipient")
		.select(["operator.name as operator_name", "blocked_number.reason as blocked", CHANGED_LATELY.as("changed_at")])
		.select([
			sql<boolean>`not exists (select from payment where ${paidToNumber})`.as("never_paid"),
			sql<LastPayout | null>`(select jsonb_build_object('id', id, 'amount', amount::text, 'currency', currency,
				'state', state, 'at', created_at) from payment where ${paidToNumber} order by created_at desc limit 1)`.as(
				"last_payout",
			),
		]);
}

export type RecipientRow = Awaited<ReturnType<ReturnType<typeof selectRecipients>["execute"]>>[number];

export function toRecipient(row: RecipientRow): Recipient {
	const { last_payout: last, changed_at: changedAt } = row;
	return {
		...{ id: row.id, version: row.version, name: row.name, number: row.number, country: row.country },
		...{ operator: row.operator, operatorName: row.operator_name, purpose: row.purpose },
		...{ reference: row.reference, note: row.note, groups: row.groups, neverPaid: row.never_paid },
		changedAt: changedAt?.toISOString() ?? null,
		earlierNumber: changedAt === null ? null : row.earlier_number,
		blocked: row.blocked,
		lastPayout: last && {
			...{ id: last.id, amount: last.amount, currency: last.currency, state: last.state },
			createdAt: new Date(last.at).toISOString(),
		},
		createdAt: row.created_at.toISOString(),
		archivedAt: row.archived_at?.toISOString() ?? null,
	};
}

/** Locks the row until commit. Throws not_found, stale_version. */
export async function lockRecipient(trx: DatabaseTransaction, { id, version }: { id: string; version?: number }) {
	const query = trx.selectFrom("recipient").selectAll().where("id", "=", id).forUpdate();
	const row = await query.executeTakeFirstOrThrow(() => new AppError("not_found", "no recipient with this id"));
	if (version !== undefined && row.version !== version)
		throw new AppError("stale_version", "the recipient has changed meanwhile");
	return row;
}

/** Records no name and no unmasked number: a recipient can be erased, an audit entry cannot. */
export async function recordRecipient(
	context: Context,
	trx: DatabaseTransaction,
	entry: { action: string; id: string | null; details?: Record<string, string> },
): Promise<void> {
	const { action, id, details = {} } = entry;
	const who = { at: context.clock.now(), memberId: context.member.id };
	await recordAudit(trx, { ...who, action, subjectKind: "recipient", subjectId: id, details });
	await publishUpdate(trx, { topic: "recipients", id });
}

/** Runs a change of the book. Changes run one after the other, so that no two recipients get the same number. Throws forbidden. */
export async function changeBook<T>(context: Context, change: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
	return context.database.transaction().execute(async (trx) => {
		await sql`select pg_advisory_xact_lock(hashtextextended('recipients', 0))`.execute(trx);
		await recheckPermission(context, trx, "recipient.manage");
		return change(trx);
	});
}
