import { sql } from "kysely";
import type { LineName, LineNameQuery, LineNames } from "#lib/contracts/line-name.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { lineMatchColumns, lineMatches } from "#server/reconciliation/matching/line-matches.ts";
import type { WalletKey } from "#server/reconciliation/matching/read-candidates.ts";
import { readRunningBalances } from "#server/reconciliation/running-balances.ts";
import { requireWalletKey } from "#server/reconciliation/wallet-key.ts";
import { isArriving, readSyncRow } from "#server/wallets/sync-row.ts";

/**
 * Names each line's payment, and the balance after it where proved; omits ids of other wallets. Throws forbidden, wallet_unknown.
 */
export async function nameLines(context: Context, input: LineNameQuery): Promise<LineNames> {
	requirePermission(context, "reconciliation.read");
	const wallet = requireWalletKey(context, input.currency);
	// Nothing is matched yet; it is not even known which lines predate our books.
	if (isArriving(await readSyncRow(context.database, wallet))) return { items: [] };
	const [rows, balances] = await Promise.all([
		readMatches(context, wallet, input.ids),
		input.balances ? readRunningBalances(context, wallet, input.ids) : null,
	]);
	const nothing = { balanceAfter: null, noBalance: "unordered" } as const;
	return { items: rows.map((row) => ({ ...nameOf(row), ...(balances?.get(row.id) ?? nothing) })) };
}

interface Row extends Pick<LineName, "id" | "status" | "reference" | "verdict"> {
	payment_id: string | null;
	kind: PaymentKind | null;
	phone_number: string | null;
	note: string | null;
	recipient_name: string | null;
}

async function readMatches(context: Context, { environment, currency }: WalletKey, ids: readonly string[]) {
	const { rows } = await sql<Row>`
		select movement.id, match.payment_id, payment.kind, payment.phone_number, payment.note, payment.recipient_name, ${lineMatchColumns}
		from movement ${lineMatches}
		where movement.id = any(${ids}::bigint[]) and movement.environment = ${environment}
			and movement.currency = ${currency}`.execute(context.database);
	return rows;
}

function nameOf({ payment_id: id, kind, phone_number, recipient_name: name, note, ...line }: Row) {
	return { ...line, payment: id && kind ? { id, kind, who: name ?? maskPhone(phone_number ?? ""), note } : null };
}
