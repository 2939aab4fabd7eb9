/** Finds which column of a table is the number, the amount and so on: by its heading in three languages, else by its content. */
import { isCurrencyWord, isScaled, unitsIn } from "#lib/amounts/heading-units.ts";
import { parseWrittenAmount } from "#lib/amounts/written-amount.ts";
import { FINAL, NEVER_PAID, rivalsOf, SIGN } from "#lib/batches/amount-headings.ts";
import { COUNTRIES } from "#lib/countries.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { WRITTEN_DATE } from "#lib/written-phone.ts";

export const ROW_FIELDS = ["destination", "amount", "currency", "operator", "country", "name", "purpose"] as const;
export type RowField = (typeof ROW_FIELDS)[number];
export const NEEDED_FIELDS = ["destination", "amount"] as const satisfies readonly RowField[];

type Rows = readonly (readonly string[])[];
type Columns<Field extends string = RowField> = Partial<Record<Field, number>>;

export interface RecognisedTable<Field extends string = RowField> {
	/** The index of each field's column, from 0. */
	columns: Columns<Field>;
	hasHeading: boolean;
	/** The sign between the cells of a text; null or absent for other tables. */
	separator?: string | null;
}

/** Headings in English, French and Portuguese, in the form that `plain` gives them: lower case and without accents. */
export const HEADINGS: Record<RowField, readonly string[]> = {
	destination:
		"phone,telephone,tel,mobile,number,numero,numeros,num,msisdn,destination,destinataire numero,wallet,compte,account,telefone,telemovel,celular,contact,contacts,gsm,cell,cellulaire,portable,momo".split(
			",",
		),
	amount:
		"amount,amounts,montant,montants,montante,valor,sum,somme,sommes,salaire net,net a payer,net,salary,salaire,salario,total,pay,value,valeur,paie,payment,a payer,a verser,a virer,a regler,a transferer,a percevoir,reste a payer,reste a verser,reste a regler,solde a payer,to pay,to be paid,payable,due,a pagar,a receber,prime,commission,acompte,liquido,quantia,pagamento".split(
			",",
		),
	currency: "currency,devise,moeda,monnaie,ccy".split(","),
	operator: "operator,carrier,telco,operateur,operadora,network,reseau,rede,provider,fournisseur,moyen".split(","),
	country: "country,pays,pais".split(","),
	name: "full name,name,names,nom,noms,nome,beneficiary,beneficiaire,beneficiaires,beneficiario,recipient,employee,employe,supplier,fournisseur nom,prenom,prenoms,first name,last name,destinataire,payee,agent,salarie,collaborateur,staff,client,titulaire,funcionario,fornecedor".split(
		",",
	),
	purpose:
		"purpose,motif,motivo,reason,note,description,libelle,reference,invoice,facture,objet,memo,comment,commentaire,commentaires,observation,observations,remark,remarks,remarque,remarques,narration,details,descricao".split(
			",",
		),
};

/** Uses the content only for columns without a heading. When two columns could be the amount or the number, a person must choose. */
export function recogniseColumns(rows: Rows, setting: { currency: string; homeCountry: string }): RecognisedTable {
	const [first = [], ...others] = rows;
	const hasHeading = isHeading(first);
	const named = hasHeading ? batchColumns(first, others, setting) : {};
	const known = hasHeading ? { heading: first, columns: named } : undefined;
	const columns = { ...columnsByContent(hasHeading ? others : rows, setting, known), ...named };
	// Under a heading of merged cells, or below a title with figures, stands what a column really is, such as the gross pay.
	const isMerged = (cells: readonly string[]) => cells.some((cell, place) => !first[place] && isWord(cell));
	const more = hasHeading
		? others.slice(0, 1).filter((cells) => isMerged(cells) && !cells.some(isFigure))
		: rows.slice(0, MOST_TITLES).filter(isHeading);
	for (const field of NEEDED_FIELDS)
		if (more.some((cells) => isWord(cells[columns[field] ?? -1]))) delete columns[field];
	return { columns, hasHeading };
}

export function withoutTitle(rows: readonly string[][]): string[][] {
	return belowTitle(rows, HEADINGS, NEEDED_FIELDS);
}

/** Drops the rows above the heading, unless one has a figure or a scale; amounts take their currencies. Then joins family and given names. */
export function belowTitle<Field extends string>(
	rows: readonly string[][],
	headings: Record<Field, readonly string[]>,
	needed: readonly Field[],
): string[][] {
	const at = rows.slice(0, MOST_TITLES).findIndex((cells) => {
		const columns = columnsByHeading(cells, headings);
		return needed.every((field) => columns[field] !== undefined) && !cells.some(isFigure);
	});
	const isTitle = at > 0 && !rows.slice(0, at).some((cells) => cells.some((cell) => isFigure(cell) || isScaled(cell)));
	const start = isTitle ? at : 0;
	// A football club begins with "FC", and money is "en FC" or "(FC)".
	const unitsOf = (cell: string) => unitsIn(cell.replace(/(?<!\(|\b(?:en|in|em) )\bF[CG]\b/gi, ""));
	const units = rows.slice(0, start).flat().flatMap(unitsOf).filter(isCurrencyWord).join(" ");
	const isAmount = (text: string) => units !== "" && isNamed("amount", text) && !NEVER_PAID.test(text);
	const named = (cell: string) => (isAmount(plain(cell)) ? `${cell} (${units})` : cell);
	return withWholeNames(rows.slice(start).map((cells, place) => (place === 0 ? cells.map(named) : cells)));
}

const FAMILY_NAMES = "nom,noms,nom de famille,last name,family name,surname,apelido,sobrenome".split(",");
const GIVEN_NAMES = "prenom,prenoms,prenom s,first name,first names,given name,given names,forename,name,nome".split(
	",",
);

/** Joins one column of family names and one of given names into whole names, in the order of the columns. */
function withWholeNames(rows: string[][]): string[][] {
	const heading = rows[0]?.map(plain) ?? [];
	const placesOf = (names: readonly string[]) => heading.flatMap((cell, at) => (names.includes(cell) ? [at] : []));
	const [family, given] = [placesOf(FAMILY_NAMES), placesOf(GIVEN_NAMES)];
	const [first, second] = [...family, ...given].sort((a, b) => a - b);
	if (family.length !== 1 || given.length !== 1 || first === undefined || second === undefined) return rows;
	return rows.map((cells) => {
		const names = [cells[first] ?? "", cells[second] ?? ""].map((name) => name.trim());
		const whole = [...new Set(names)].join(" ").trim();
		return cells.flatMap((cell, at) => (at === second ? [] : [at === first ? whole : cell]));
	});
}

const MOST_TITLES = 10;
const isWord = (cell = "") => /\p{L}/u.test(cell);

function isHeading(cells: readonly string[]): boolean {
	return Object.keys(columnsByHeading(cells, HEADINGS)).length > 0 && !cells.some(isFigure);
}

/** True for a phone number or an amount, even one that a spreadsheet changed. False for years and dates, which headings may contain. */
function isFigure(cell: string): boolean {
	const isTime = WRITTEN_DATE.test(cell) || /^(?:19|20)\d{2}$/.test(cell);
	return !isTime && /\d/.test(cell) && !/\p{L}.*\p{L}/su.test(cell);
}

/** "N° de Téléphone" → "telephone", "Côte d’Ivoire" → "cote d ivoire": for comparing headings and names. */
export function plain(text: string): string {
	const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return letters
		.replace(/[^a-z0-9]+/g, " ")
		.trim()
		.replace(/^no? (?:d[aeou] )?/, "");
}

/** Field → the field whose meaning it decides: if two different columns could be the currency, the amount is doubtful too. */
const DECISIVE = { currency: "amount", country: "destination", operator: "destination" } as const;

function batchColumns(heading: readonly string[], rows: Rows, setting: { homeCountry: string }): Columns {
	const columns = columnsByHeading(heading, HEADINGS);
	const given = (field: RowField) =>
		new Set(Object.entries(columns).flatMap(([key, at]) => (key === field ? [] : [at])));
	const claims = (field: RowField, fits: (text: string, heading: string) => boolean) =>
		heading.flatMap((cell, place) =>
			!given(field).has(place) && HEADINGS[field].some((one) => fits(plain(cell), one)) ? [place] : [],
		);
	const chosen = {
		amount: chooseAmount(claims("amount", isEither), { heading, rows, taken: given("amount") }),
		destination: chooseNumber([heading, ...rows], setting.homeCountry, columns),
	};
	for (const [field, decided] of Object.entries(DECISIVE) as [keyof typeof DECISIVE, "amount" | "destination"][]) {
		const exact = claims(field, isExact);
		if (areEqual(exact.length > 0 ? exact : claims(field, isBegun), rows)) continue;
		delete columns[field];
		chosen[decided] = undefined;
	}
	const { amount: _amount, destination: _destination, ...others } = columns;
	const { amount, destination } = chosen;
	return {
		...others,
		...(amount === undefined ? {} : { amount }),
		...(destination === undefined ? {} : { destination }),
	};
}

/** Returns the only column that can be the amount, else the only one that is net or to pay; undefined when a person must choose. */
function chooseAmount(
	claims: readonly number[],
	{ heading, rows, taken }: { heading: readonly string[]; rows: Rows; taken: Set<number> },
): number | undefined {
	const texts = heading.map((cell) => (/^n(?:[°º]|[or]\.?\s)/i.test(cell) ? "number" : plain(cell)));
	const payable = claims.filter((place) => !NEVER_PAID.test(texts[place] ?? ""));
	const possible = payable.length < 2 ? payable : payable.filter((place) => !isDateOrText(rows, place));
	const final = possible.filter((place) => FINAL.test(texts[place] ?? ""));
	const [chosen, ...more] = final.length > 0 ? final : possible;
	if (chosen === undefined || more.length > 0) return undefined;
	const isRival = rivalsOf(texts[chosen] ?? "");
	// A total before the net leads to it; another one after it adds a tax or a bonus.
	const isTotal = (text: string, place: number) =>
		place > chosen && TOTAL.test(text) && !NEVER_PAID.test(text) && !areEqual([chosen, place], rows);
	const isDoubtful = texts.some((text, place) => {
		if (place === chosen || taken.has(place) || isText(text) || !(isRival(text) || isTotal(text, place))) return false;
		return rows.some((row) => FIGURE.test(row[place] ?? ""));
	});
	return isDoubtful ? undefined : chosen;
}

const TOTAL = /\b(?:total|ttc)\b/;
/** A figure other than zero, with or without a unit. Ten digits in one piece, or sixteen, are a number of a person or an account. */
const FIGURE = /^\W*(?!\d{10})[1-9][\d\s.,']{0,14}\D{0,6}$/;

/** Returns the only column that can be the number; undefined when a person must choose. `columns`: those that the heading names. */
export function chooseNumber(
	[heading = [], ...rows]: Rows,
	homeCountry: string,
	{ destination: first, ...others }: Columns<string>,
): number | undefined {
	const possible = [...heading.keys()].filter((at) => !Object.values(others).includes(at));
	const isHere = (place: number) => isNamed("destination", plain(heading[place] ?? "")) && !isDateOrText(rows, place);
	const named = possible.filter(isHere);
	const chosen = named.length === 1 ? named[0] : first;
	const isPhone = (cell: string) => isNumber(cell, homeCountry);
	// Whatever it is named, a column of other numbers may be that of those who changed theirs. "-", "RAS" and "0" say that nothing changed.
	const isRival = (place: number) => {
		const filled = rows.filter((row) => /[1-9]/.test(row[place] ?? ""));
		const isOther = (row: readonly string[]) => isPhone(row[place] ?? "") && row[place] !== row[chosen ?? place];
		return !SIGN.test(plain(heading[place] ?? "")) && filled.some(isOther) && shareOf(filled, place, isPhone) > 0.5;
	};
	return possible.some(isRival) ? undefined : chosen;
}

function isDateOrText(rows: Rows, place: number): boolean {
	return shareOf(rows, place, (cell) => WRITTEN_DATE.test(cell) || /^[^\d#]*$/.test(cell)) > 0.5;
}

function areEqual([first, ...others]: readonly number[], rows: Rows): boolean {
	return first === undefined || rows.every((row) => others.every((place) => (row[place] ?? "") === (row[first] ?? "")));
}

function shareOf(rows: Rows, place: number, fits: (cell: string) => boolean): number {
	const cells = rows.map((row) => row[place] ?? "").filter((cell) => cell.trim() !== "");
	return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
}

const isExact = (text: string, heading: string) => text === heading;
const isBegun = (text: string, heading: string) => text.startsWith(`${heading} `);
const isEither = (text: string, heading: string) => isExact(text, heading) || isBegun(text, heading);
const isNamed = (field: RowField, text: string) => HEADINGS[field].some((heading) => isEither(text, heading));
const isText = (text: string) => isNamed("destination", text) || HEADINGS.purpose.includes(text);

/** A cell that equals a heading wins over one that only begins with it: "Nom du compte" is a name, "Compte" a number. */
export function columnsByHeading<Field extends string>(
	cells: readonly string[],
	headings: Record<Field, readonly string[]>,
): Columns<Field> {
	const taken = new Set<number>();
	const columns: Columns<Field> = {};
	for (const fits of [isExact, isBegun])
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

const SAMPLE = 200;
/** The share of a column's cells that must be numbers or amounts: half, because one of two pasted rows may be wrong. */
const HALF = 0.5;

/** Finds the only column of numbers and the only one of amounts; if both are known, also the names. Skips columns with a heading. */
function columnsByContent(
	rows: Rows,
	{ currency, homeCountry }: { currency: string; homeCountry: string },
	known: { heading: readonly string[]; columns: Columns } = { heading: [], columns: {} },
): Columns {
	const sample = rows.slice(0, SAMPLE);
	const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
	const places = Array.from({ length: width }, (_, place) => place).filter((place) => !known.heading[place]);
	const some = (fits: (cell: string) => boolean, share: number) =>
		places.filter((place) => shareOf(sample, place, fits) >= share);
	const numbers = some((cell) => isNumber(cell, homeCountry), HALF);
	const isAmount = (cell: string) => /^\d+$/.test(cell) || !("fault" in parseWrittenAmount(cell, currency));
	const amounts = some(isAmount, HALF).filter((place) => !numbers.includes(place) && !isCounted(sample, place));
	// A column that is named like the field but was not chosen is left to a person, and no other one takes its place.
	const isLeft = (field: RowField) => known.heading.some((cell) => isNamed(field, plain(cell)));
	const only = (field: RowField, found: readonly number[]): Columns =>
		known.columns[field] === undefined && !isLeft(field) && found.length === 1 ? { [field]: found[0] } : {};
	const columns = { ...only("destination", numbers), ...only("amount", amounts) };
	const all: Columns = { ...known.columns, ...columns };
	if (!NEEDED_FIELDS.every((field) => all[field] !== undefined)) return columns;
	const words = some((cell) => /^[\p{L}\s.’'-]+$/u.test(cell), 0.9);
	return { ...columns, ...only("name", words.length > 1 ? words.filter((place) => differs(sample, place)) : words) };
}

/** True when the column has at least two different cells, as names do; a purpose, currency or operator is often the same in all rows. */
function differs(rows: Rows, place: number): boolean {
	return new Set(rows.map((row) => row[place] ?? "")).size > 1;
}

/** True for a column "1, 2, 3 …", whose figures number the rows and are no amounts. */
function isCounted(rows: Rows, place: number): boolean {
	const cells = rows.map((row) => row[place] ?? "").filter((cell) => cell.trim() !== "");
	const first = Number(cells[0]);
	return first <= 1 && cells.every((cell, step) => Number(cell) === first + step);
}

const LENGTHS = new Set(
	COUNTRIES.flatMap(({ length, leadingZero }) => (leadingZero === "kept" ? [length] : [length, length + 1])),
);

export function isNumber(cell: string, homeCountry: string): boolean {
	const phone = parsePhone(cell, homeCountry);
	const digits = cell.replace(/\D/g, "").length;
	if (!("fault" in phone)) return digits >= 7;
	// Without a country, a figure counts that has the length of a number somewhere, with a trunk zero or without.
	return phone.fault === "country_missing" && LENGTHS.has(digits) && !/[.,]/.test(cell);
}
