/** Finds which column of a pasted or read table holds what: by its heading in three languages, else by its content. */
import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { parsePhone } from "#lib/parse-phone.ts";

export const ROW_FIELDS = ["destination", "amount", "currency", "operator", "country", "name", "purpose"] as const;
export type RowField = (typeof ROW_FIELDS)[number];
/** Without numbers and amounts there is nothing to pay. */
export const NEEDED_FIELDS = ["destination", "amount"] as const satisfies readonly RowField[];

export interface RecognisedTable<Field extends string = RowField> {
	/** Column of each field, from 0. */
	columns: Partial<Record<Field, number>>;
	/** The first row names the columns. */
	hasHeading: boolean;
}

/** English, French and Portuguese, without accents; the first that a heading begins with decides. */
export const HEADINGS: Record<RowField, readonly string[]> = {
	destination:
		"phone,telephone,tel,mobile,number,numero,num,msisdn,destination,destinataire numero,wallet,compte,account,telefone,telemovel,celular,contact,gsm".split(
			",",
		),
	amount:
		"amount,montant,montante,valor,sum,somme,salaire net,net a payer,net,salary,salaire,salario,total,pay,value,valeur".split(
			",",
		),
	currency: "currency,devise,moeda,monnaie,ccy".split(","),
	operator: "operator,operateur,operadora,network,reseau,rede,provider,fournisseur,moyen".split(","),
	country: "country,pays,pais".split(","),
	name: "full name,name,nom,nome,beneficiary,beneficiaire,beneficiario,recipient,employee,employe,supplier,fournisseur nom,prenom,first name,last name,destinataire,payee".split(
		",",
	),
	purpose:
		"purpose,motif,motivo,reason,note,description,libelle,reference,invoice,facture,objet,memo,comment,commentaire,descricao".split(
			",",
		),
};

export function recogniseColumns(
	rows: readonly (readonly string[])[],
	setting: { currency: string; homeCountry: string },
): RecognisedTable {
	const [first = []] = rows;
	const byHeading = batchColumns(first);
	if (Object.keys(byHeading).length > 0 && !first.some((cell) => isNumber(cell, setting.homeCountry)))
		return { columns: { ...columnsByContent(rows.slice(1), setting, byHeading), ...byHeading }, hasHeading: true };
	return { columns: columnsByContent(rows, setting, {}), hasHeading: false };
}

function plain(text: string): string {
	const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return letters
		.replace(/[^a-z0-9]+/g, " ")
		.trim()
		.replace(/^no? /, "");
}

/** Of several amounts the net one is paid; without one net amount a person chooses. */
function batchColumns(cells: readonly string[]): RecognisedTable["columns"] {
	const amounts = cells.flatMap((cell, place) => (isHeadingOf("amount", plain(cell)) ? [place] : []));
	if (amounts.length < 2) return columnsByHeading(cells, HEADINGS);
	const [net, ...others] = amounts.filter((place) => /\bnet\b/.test(plain(cells[place] ?? "")));
	const { amount: _chosen, ...headings } = HEADINGS;
	const found = columnsByHeading(cells, headings, new Set(amounts));
	return net === undefined || others.length > 0 ? found : { ...found, amount: net };
}

/** An exact heading wins over one that only begins so: "Nom du compte" is a name, "Compte" a number. `taken`: columns to leave out. */
export function columnsByHeading<Field extends string>(
	cells: readonly string[],
	headings: Record<Field, readonly string[]>,
	taken = new Set<number>(),
): Partial<Record<Field, number>> {
	const columns: Partial<Record<Field, number>> = {};
	for (const fits of [
		(text: string, heading: string) => text === heading,
		(text: string, heading: string) => text.startsWith(`${heading} `),
	])
		for (const field of Object.keys(headings) as Field[])
			for (const heading of headings[field]) {
				if (columns[field] !== undefined) break;
				const at = cells.findIndex((cell, place) => !taken.has(place) && fits(plain(cell), heading));
				if (at < 0) continue;
				columns[field] = at;
				taken.add(at);
			}
	return columns;
}

function isHeadingOf(field: RowField, text: string): boolean {
	return HEADINGS[field].some((heading) => text === heading || text.startsWith(`${heading} `));
}

// As many rows decide what a column holds.
const SAMPLE = 50;

/** Numbers, amounts, and the only column of words beside them, which are names. */
function columnsByContent(
	rows: readonly (readonly string[])[],
	{ currency, homeCountry }: { currency: string; homeCountry: string },
	known: RecognisedTable["columns"],
): RecognisedTable["columns"] {
	const sample = rows.slice(0, SAMPLE);
	const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
	const places = Array.from({ length: width }, (_, place) => place);
	const taken = new Set(Object.values(known));
	const share = (place: number, fits: (cell: string) => boolean) => {
		const cells = sample.map((row) => row[place] ?? "").filter((cell) => cell.trim() !== "");
		return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
	};
	const best = (fits: (cell: string) => boolean) => {
		const [found] = places
			.filter((place) => !taken.has(place))
			.map((place) => ({ place, share: share(place, fits) }))
			.filter((one) => one.share > 0.5)
			.sort((a, b) => b.share - a.share || a.place - b.place);
		if (found) taken.add(found.place);
		return found?.place;
	};
	const columns: RecognisedTable["columns"] = {};
	const destination = known.destination ?? best((cell) => isNumber(cell, homeCountry));
	if (destination !== undefined) columns.destination = destination;
	const isAmount = (cell: string) => !("fault" in parseWrittenAmount(cell, currency));
	const amounts = places.filter(
		(place) => !taken.has(place) && share(place, isAmount) > 0.5 && !isCounted(sample, place),
	);
	const amount = known.amount ?? (amounts.length === 1 ? amounts[0] : undefined);
	if (amount !== undefined) columns.amount = amount;
	const isWords = (cell: string) => /^[\p{L}\s.’'-]+$/u.test(cell);
	const [words, ...others] = places.filter((place) => !taken.has(place) && share(place, isWords) > 0.9);
	if (
		known.name === undefined &&
		words !== undefined &&
		others.length === 0 &&
		NEEDED_FIELDS.every((field) => columns[field] !== undefined)
	)
		columns.name = words;
	return columns;
}

/** "1, 2, 3 …": the numbers of the rows are no amounts. */
function isCounted(rows: readonly (readonly string[])[], place: number): boolean {
	const cells = rows.map((row) => row[place] ?? "").filter((cell) => cell.trim() !== "");
	const first = Number(cells[0]);
	return first <= 1 && cells.every((cell, step) => Number(cell) === first + step);
}

export function isNumber(cell: string, homeCountry: string): boolean {
	return cell.replace(/\D/g, "").length >= 7 && !("fault" in parsePhone(cell, homeCountry));
}
