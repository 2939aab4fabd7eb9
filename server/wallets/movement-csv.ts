/** Movements as CSV (RFC 4180, UTF-8 with a BOM so that spreadsheets see the encoding). Pure. */
import type { Movement } from "#lib/contracts/movement.ts";
import type { BusinessTime } from "#server/wallets/business-time.ts";

export const CSV_HEADER = "\uFEFFtype,amount,fee,currency,created_at,created_at_utc,withdrawn_at\r\n";

/** Amounts stand as plain decimals; text is quoted and cannot become a formula. The last cell marks what the service took back. */
export function csvLine(movement: Movement, time: BusinessTime): string {
	const { type, amount, fee, currency, createdAt, withdrawnAt } = movement;
	const times = `${time.iso(createdAt)},${createdAt},${withdrawnAt ?? ""}`;
	return `${textCell(type)},${amount},${fee},${textCell(currency)},${times}\r\n`;
}

/** Quoted; behind an apostrophe when a spreadsheet program would take it for a formula, also a wide or an indented one. */
export function textCell(text: string): string {
	const isFormula = /^[\s\p{Cc}\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text);
	return `"${isFormula ? "'" : ""}${text.replaceAll('"', '""')}"`;
}
