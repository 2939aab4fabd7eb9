/** Converts rows to the interface's JSON: exactly these fields, amounts with two decimals, times in UTC with Z. */
import type { Selectable } from "kysely";
import type { Wallet } from "#server/sandbox/ledger/wallets.ts";
import type { HistoryTable, MovementTable, TransactionTable } from "#server/sandbox/tables.ts";

export type TransactionRow = Selectable<TransactionTable>;
export type HistoryRow = Pick<Selectable<HistoryTable>, "status" | "source" | "at">;

export function toWirePayout(row: TransactionRow) {
	return {
		reference: row.reference,
		opaque_id: row.opaque_id,
		transaction_type: row.kind,
		type: "fiat",
		status: row.status,
		amount: row.amount,
		currency: row.currency,
		operator_name: row.operator_name,
		created_at: row.created_at.toISOString(),
		processed_at: row.processed_at?.toISOString() ?? null,
	};
}

/** `qr_code` has the same link as `payment_url`, as the text to encode; both are null for flows without a link. */
export function toWireDeposit(row: TransactionRow, publicUrl: string) {
	const link = row.flow === "payment_url" ? `${publicUrl}/pay/${row.reference}` : null;
	return { ...toWirePayout(row), payment_url: link, qr_code: link };
}

export function toWireDetail(row: TransactionRow, history: readonly HistoryRow[]) {
	const entries = history.map((entry) => ({
		status: entry.status,
		source: entry.source,
		timestamp: entry.at.toISOString(),
	}));
	return {
		reference: row.reference,
		transaction_type: row.kind,
		status: row.status,
		amount: row.amount,
		currency: row.currency,
		history: row.unordered ? entries.reverse() : entries,
	};
}

export function toWireStatus(row: TransactionRow) {
	return {
		reference: row.reference,
		status: row.status,
		amount: row.amount,
		currency: row.currency,
		transaction_type: row.kind,
		created_at: row.created_at.toISOString(),
		processed_at: row.processed_at?.toISOString() ?? null,
	};
}

export function toWireWallet(wallet: Wallet) {
	return {
		wallet_reference: wallet.reference,
		balance: wallet.balance,
		currency_code: wallet.currency,
		updated_at: wallet.updatedAt.toISOString(),
	};
}

export function toWireMovement(
	row: Pick<Selectable<MovementTable>, "type" | "amount" | "fee" | "currency" | "created_at">,
) {
	return {
		movement_type: row.type,
		amount: row.amount,
		fee_amount: row.fee,
		currency_code: row.currency,
		created_at: row.created_at.toISOString(),
	};
}
