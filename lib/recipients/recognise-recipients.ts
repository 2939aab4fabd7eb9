/** Finds the column of each fact of a recipient by its heading. Names and numbers without a heading are found by their content. */
import { MOST_CELL } from "#lib/batches/batch-states.ts";
import {
	belowTitle,
	chooseNumber,
	columnsByHeading,
	HEADINGS,
	isNumber,
	type RecognisedTable,
} from "#lib/batches/recognise-columns.ts";
import type { ImportRow } from "#lib/contracts/recipient.ts";
import { cutCell } from "#lib/text/clean-cell.ts";

export type RecipientField = keyof ImportRow;
export const NEEDED_RECIPIENT_FIELDS = ["name", "number"] as const satisfies readonly RecipientField[];

const RECIPIENT_HEADINGS: Record<RecipientField, readonly string[]> = {
	...{ name: HEADINGS.name, number: HEADINGS.destination, operator: HEADINGS.operator, country: HEADINGS.country },
	purpose: "usual purpose,paid for,purpose,motif,motivo,objet,description,libelle,descricao".split(","),
	reference: "reference,ref,referencia,matricule,matricula,employee id,code".split(","),
	groups: "groups,group,groupes,groupe,grupos,grupo,category,categorie,categoria,team,equipe,department".split(","),
	note: "note,notes,nota,memo,comment,commentaire,comentario,remark,remarks,remarque,remarques,observation,observations".split(
		",",
	),
};

export const RECIPIENT_FIELDS = Object.keys(RECIPIENT_HEADINGS) as RecipientField[];

export function withoutBookTitle(rows: readonly string[][]): string[][] {
	return belowTitle(rows, RECIPIENT_HEADINGS, NEEDED_RECIPIENT_FIELDS);
}

export function recogniseRecipients(
	rows: readonly (readonly string[])[],
	homeCountry: string,
): RecognisedTable<RecipientField> {
	const [first = []] = rows;
	const byHeading = columnsByHeading(first, RECIPIENT_HEADINGS);
	const hasHeading = Object.keys(byHeading).length > 0 && !first.some((cell) => isNumber(cell, homeCountry));
	const { number: named, ...others } = hasHeading ? byHeading : {};
	const columns: typeof byHeading = others;
	const sample = (hasHeading ? rows.slice(1) : rows).slice(0, 50);
	const most = (place: number, fits: (cell: string) => boolean) =>
		sample.filter((row) => fits(row[place] ?? "")).length * 2 > sample.length;
	const taken = () => new Set(Object.values(columns));
	const places = Array.from({ length: Math.max(0, ...sample.map(({ length }) => length)) }, (_, place) => place);
	const free = (fits: (cell: string) => boolean) => places.find((place) => !taken().has(place) && most(place, fits));
	const number =
		named === undefined
			? free((cell) => isNumber(cell, homeCountry))
			: chooseNumber(rows, homeCountry, { ...others, destination: named });
	if (number !== undefined) columns.number = number;
	const name = columns.name ?? free((cell) => /\p{L}{2}/u.test(cell));
	if (name !== undefined) columns.name = name;
	return { columns, hasHeading };
}

export function importRows(
	table: readonly (readonly string[])[],
	{ columns, hasHeading }: RecognisedTable<RecipientField>,
): ImportRow[] {
	return (hasHeading ? table.slice(1) : table).map((cells) => {
		const cell = (field: RecipientField) => cutCell(cells[columns[field] ?? -1] ?? "", MOST_CELL);
		return {
			...{ name: cell("name"), number: cell("number"), operator: cell("operator"), country: cell("country") },
			...{ purpose: cell("purpose"), reference: cell("reference"), groups: cell("groups"), note: cell("note") },
		};
	});
}
