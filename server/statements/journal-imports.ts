import { type AmountMinor, toShownDecimal } from "#lib/money.ts";
import { textCell } from "#server/exports/csv-file.ts";
import { neutraliseFormulas } from "#server/exports/neutralise-formulas.ts";
import type { Booking } from "#server/statements/book-line.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";

export interface Entry {
	line: StatementLine;
	bookings: readonly Booking[];
	label(booking: Booking): string;
}

interface Books {
	/** The journal's code. */
	journal: string;
	currency: string;
}

type Chunks = AsyncGenerator<Uint8Array>;

const ODOO_HEADS = [
	...["journal_id", "date", "ref"],
	...["line_ids/account_id", "line_ids/name", "line_ids/debit", "line_ids/credit"],
];

/**
 * Writes Odoo's import of journal entries (`account.move`): only an entry's first row has its journal, day and reference. No partner
 * is named, because Odoo refuses a file with a partner that it does not know.
 */
export async function* odooChunks(batches: AsyncIterable<readonly Entry[]>, { journal, currency }: Books): Chunks {
	const encoder = new TextEncoder();
	const amount = (minor: AmountMinor) => toShownDecimal(minor, currency);
	const rowOf = ({ line, label }: Entry, booking: Booking, isFirst: boolean) => [
		...(isFirst ? [textCell(journal), line.day, textCell(line.reference ?? `M${line.id}`)] : ["", "", ""]),
		...[textCell(booking.account), textCell(label(booking))],
		...[amount(booking.debit), amount(booking.credit)],
	];
	yield encoder.encode(`${ODOO_HEADS.join(",")}\r\n`);
	for await (const entries of batches) {
		const rows = entries.flatMap((entry) =>
			entry.bookings.map((booking, place) => `${rowOf(entry, booking, place === 0).join(",")}\r\n`),
		);
		yield encoder.encode(rows.join(""));
	}
}

const SAGE_HEADS = ["JournalCode", "Date", "Compte", "Pièce", "Libellé", "Débit", "Crédit"];
const SAGE_LABEL = 69;

/**
 * Writes Sage's import of entries: semicolons, days as DDMMYY, decimal commas, windows-1252. Sage cuts a document number after 13
 * characters, where two references may be equal: the line's number is used instead, and the reference ends the label.
 */
export async function* sageChunks(batches: AsyncIterable<readonly Entry[]>, { journal, currency }: Books): Chunks {
	const amount = (minor: AmountMinor) => toShownDecimal(minor, currency).replace(".", ",");
	const rowOf = ({ line, label }: Entry, booking: Booking) => [
		...[journal, `${line.day.slice(8)}${line.day.slice(5, 7)}${line.day.slice(2, 4)}`, booking.account, `M${line.id}`],
		sageLabel(label(booking), line),
		...[amount(booking.debit), amount(booking.credit)],
	];
	yield windows1252(`${SAGE_HEADS.join(";")}\r\n`);
	for await (const entries of batches) {
		const rows = entries.flatMap((entry) => entry.bookings.map((booking) => `${rowOf(entry, booking).join(";")}\r\n`));
		yield windows1252(rows.join(""));
	}
}

/** Cuts a long label but keeps the reference at its end whole. */
function sageLabel(label: string, { reference }: StatementLine): string {
	const end = reference === null ? "" : sageText(` · ${reference}`, SAGE_LABEL);
	return sageText(label, SAGE_LABEL - end.length) + end;
}

/** Replaces characters that would end a cell or a row by blanks, since Sage knows no quotes. */
function sageText(text: string, most: number): string {
	const plain = neutraliseFormulas(text.replace(/[;"\p{Cc}\p{Zl}\p{Zp}]+/gu, " "));
	return [...plain].slice(0, most).join("");
}

const SIGNS = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES = new Map([...SIGNS].map((sign, byte) => [sign, byte]));
const UNKNOWN = "?".charCodeAt(0);

/** Encodes the text; a character that windows-1252 lacks loses its accent, or becomes a question mark. */
function windows1252(text: string): Uint8Array {
	const byteOf = (sign: string) => BYTES.get(sign) ?? BYTES.get(sign.normalize("NFKD").charAt(0)) ?? UNKNOWN;
	return Uint8Array.from([...text.normalize("NFC")], byteOf);
}
