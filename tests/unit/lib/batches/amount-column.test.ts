import { expect, test } from "vitest";
import { inputRows } from "#lib/batches/input-rows.ts";
import { recogniseColumns, withoutTitle } from "#lib/batches/recognise-columns.ts";
import { readTable } from "#lib/text/read-table.ts";

const SETTING = { currency: "XOF", homeCountry: "CI" };
/** The heading of the amount's column in a list of one recipient; null when a person must choose. */
function amountOf(headings: string, cells: string): string | null {
	const table = readTable(`Nom;Téléphone;${headings}\nAwa;0701020304;${cells}`).rows;
	const { amount } = recogniseColumns(table, SETTING).columns;
	return amount === undefined ? null : (table[0]?.[amount] ?? "");
}

test.each([
	["Salaire brut;À virer", "150000;120000", "À virer"],
	["Net imposable;À verser", "150000;120000", "À verser"],
	["Montant payé;Reste à payer", "150000;5000", "Reste à payer"],
	["Total jours;À régler", "17;150000", "À régler"],
	["Payment no;Due", "17;150000", "Due"],
	["Prime d'ancienneté;Sommes dues", "17000;150000", "Sommes dues"],
	["Matricule;Brut;Avance;CNPS;Net à payer (FCFA)", "123;200000;20000;6000;150000", "Net à payer (FCFA)"],
	["Salaire de base;Prime;Retenues;Salaire net", "100000;20000;5000;115000", "Salaire net"],
	["Salaire brut;Net payé", "150000;120000", "Net payé"],
	["Basic salary;Allowances;Gross pay;Tax;Net pay", "90000;10000;100000;5000;95000", "Net pay"],
	["Gross;PAYE;NSSF;Days paid;Net pay", "15000;1000;300;22;12000", "Net pay"],
	["Gross salary;Amount to be paid", "100000;95000", "Amount to be paid"],
	["Montant net social;Montant net avant impôt;Net à payer", "118000;119000;117000", "Net à payer"],
	["Jours;Taux;Montant", "17;5000;85000", "Montant"],
	["Poids (kg);Prix;Montant (F CFA)", "170;850;144500", "Montant (F CFA)"],
	["N° CNPS;Âge;Salaire mai", "123456;41;150000", "Salaire mai"],
	["Montant;Avance", "150000;0", "Montant"],
	["Téléphone 2;Salaire", "0501020304;150000", "Salaire"],
	["Payable to;Amount", "Awa;150000", "Amount"],
	["S/N;Prix unitaire;Sacs;Banque/compte;CNI n°;Montant", "1;500;17;123456789;100123456;8500", "Montant"],
	["Salaire par mois;Banque;Date;Motif;Observations", "150000;12;45000;Mai;2 jours", "Salaire par mois"],
	["Montant à l'heure;Valor por pagar", "500;8500", "Valor por pagar"],
	["Base;Primes;Total;Retenues;Net à payer;Total retenues", "90;20;110;5;105;5", "Net à payer"],
	["Salaire net;Total", "150000;150000", "Salaire net"],
	["Montant par ménage;Groupe", "15000;1", "Montant par ménage"],
	["Salário base;Descontos;Líquido a receber", "90000;5000;85000", "Líquido a receber"],
])("what is still to be paid is found beside gross pay, deductions and counts: %s", (headings, cells, heading) => {
	expect(amountOf(headings, cells)).toBe(heading);
});

test.each([
	["Salaire brut", "150000"],
	["Net imposable", "150000"],
	["Montant payé", "150000"],
	["Payment no", "17"],
	["Pay grade", "12"],
	["N° de paie", "17"],
	["Total retenues", "17000"],
	["Total dû;Déjà versé", "150000;30000"],
	["À payer;Déjà payé", "150000;30000"],
	["Amount due;Amount paid", "150000;30000"],
	["Salaire net;Avance", "150000;30000"],
	["Salaire net;Avance;Reste", "150000;30000;120000"],
	["Salaire net;Net à payer", "150000;120000"],
	["Net à payer;Reste à payer", "150000;30000"],
	["Net à payer mai;Net à payer juin", "150000;150000"],
	["Montant;Salaire brut", "150000;160000"],
	["Montant;Acompte versé", "150000;-30000"],
	["Montant;Retenue", "150000;(30 000)"],
	["Montant;Montant payé", "150000;30000"],
	["Montant;Nouveau", "150000;30000"],
	["Prime;Indemnité", "15000;20000"],
	["Montant mai;Régularisation", "150000;20000"],
	["Brut;Tare;Net;Prix;Valeur", "90;5;85;1000;85000"],
	["Poids;Net;Montant", "90;85;85000"],
	["Salaire journalier;Jours", "5000;22"],
	["Daily pay;Days", "5000;22"],
	["Montant unitaire;Quantité", "5000;22"],
	["Salaire mai;Prime journalière", "150000;5000"],
	["Montant;Remise", "150000;30000"],
	["Salaire net;Trop-perçu", "150000;30000"],
	["Montant;Arriérés", "150000;30000"],
	...["Salaire net;Prime;Total", "Net HT;TVA 18%;TTC", "Net pay;Allowance;Grand total", "À payer mai;Report;Total"].map(
		(sum) => [sum, "100000;20000;120000"],
	),
	...["Rabais", "Réduction", "Ristourne", "Escompte", "Amende", "Indu", "À déduire", "Moins", "Avoir", "Caution"].map(
		(reduction) => [`Montant;${reduction}`, "150000;30000"],
	),
	...["Salaire à la pièce", "Salaire par pièce", "Montant par tonne", "Pay per shift"].map((rate) => [
		`${rate};Nbre`,
		"500;17",
	]),
])("what may not be the amount to pay is never taken, a person chooses: %s", (headings, cells) => {
	expect(amountOf(headings, cells)).toBeNull();
});

test.each([
	["Numéro", "Nouveau numéro"],
	["Téléphone", "Nouveau"],
	["Phone", "New phone number"],
	...["Changement de numéro", "Changement", "Updated phone", "Remplacé par", "Actuel", "Autre numéro", "MTN MoMo"].map(
		(changed) => ["Téléphone", changed],
	),
])("the number of a list that has a new one in another column is left to a person: %s;%s", (old, changed) => {
	const list = `Nom;${old};${changed};Montant\nAwa;0701020304;;15000\nKofi;0701020305;0501020306;15000`;
	expect(recogniseColumns(readTable(list).rows, SETTING).columns).toEqual({ name: 0, amount: 3 });
	const amounts = list.replace("0501020306", "20000");
	expect(recogniseColumns(readTable(amounts).rows, SETTING).columns).toMatchObject({ destination: 1 });
	const most = list
		.replace("0304;;", "0304;-;")
		.replaceAll("\nAwa", "\nYao;0701020307;RAS;15000\nIssa;0701020308;0;15000\nAwa");
	expect(recogniseColumns(readTable(most).rows, SETTING).columns).toEqual({ name: 0, amount: 3 });
	const same = list.replace("0501020306", "0701020305");
	expect(recogniseColumns(readTable(same).rows, SETTING).columns).toMatchObject({ destination: 1 });
});

test("a sign with as many digits as a number, a date and a bank account are no new numbers", () => {
	const list = "Nom;Téléphone;N° CNI;Date;Banque/compte;Montant\nAwa;0701020304;1234567890;01/02/2025;0123456789;15000";
	expect(recogniseColumns(readTable(list).rows, SETTING).columns).toEqual({ name: 0, destination: 1, amount: 5 });
	for (const sign of ["ID", "Code bénéficiaire", "Commande", "N° CNSS", "Date", "Employee ID"]) {
		const signed = `${sign};Nom;Téléphone;Montant\n20240001;Awa;70123456;15000\n20240002;Kofi;70123457;15000`;
		expect(recogniseColumns(readTable(signed).rows, { ...SETTING, homeCountry: "BF" }).columns).toMatchObject({
			destination: 2,
		});
	}
});

test("a column without a heading does not take the place of one that a person must judge", () => {
	expect(amountOf("Salaire brut;", "150000;120000")).toBeNull();
});

test.each([
	["two rows of headings", "Nom;Téléphone;Salaire;;\n;;Base;Prime;Net à payer\nAwa;0701020304;100000;5000;95000"],
	["numbers under one heading", "Nom;Téléphone;;Montant\n;Personnel;Mobile money;\nAwa;0701020304;0501020304;95000"],
	...[
		...["Montants en milliers de FCFA", "Milliers de FCFA", "(milliers de FCFA)", "Unité : millier de FCFA"],
		...["Montants x 1 000 FCFA", "Montants exprimés en KFCFA", "Amounts in thousand XOF", "In '000 XOF", "en M FCFA"],
		...["Montants (000 FCFA)", "Unité: mille francs", "Em mil", "Unité : k€"],
	].map((title) => [title, `${title};;\nNom;Téléphone;Montant\nAwa;0701020304;100\nKofi;0501020304;90`]),
	["a title with a figure", "Effectif;2;\nNom;Téléphone;Salaire brut\nAwa;0701020304;100000\nKofi;0501020304;90000"],
])("a second heading tells that a person must choose: %s", (_what, text) => {
	const table = withoutTitle(readTable(text).rows);
	const { amount, destination } = recogniseColumns(table, SETTING).columns;
	expect([amount, destination]).toContain(undefined);
});

const amountsOf = (text: string, currency = "XOF") => {
	const { rows, separator } = readTable(text);
	const table = withoutTitle(rows);
	return inputRows(table, { ...recogniseColumns(table, { ...SETTING, currency }), separator }, currency).map(
		({ amount }) => amount,
	);
};

test.each([
	["Montant (USD)", "XOF", "25 (USD)"],
	["Montant ($)", "CDF", "25 ($)"],
	["Montant en milliers de FCFA", "XOF", "25 (milliers)"],
	["Montant (K FCFA)", "XOF", "25 (K)"],
	["Montant ('000)", "XOF", "25 (000)"],
	["Commission (%)", "XOF", "25 (%)"],
	["Montant (FCFA)", "USD", "25 (FCFA)"],
	["Montant (F CFA)", "XOF", "25"],
	["Montant XOF", "XOF", "25"],
	["Amount (US$)", "USD", "25"],
	["Amount in dollars", "USD", "25"],
	["Amount (K)", "ZMW", "25"],
	["Montant mai 2025", "XOF", "25"],
])("an amount keeps the unit of its heading, unless that is its currency: %s in %s", (heading, currency, amount) => {
	expect(amountsOf(`Nom;Téléphone;${heading}\nAwa;0701020304;25\nKofi;0501020305;`, currency)).toEqual([amount, ""]);
});

test.each([
	["Montants en CDF", "XOF", "25 (CDF)"],
	["Montants en CDF", "CDF", "25"],
	["Montants en FCFA", "XOF", "25"],
	["Salaires M. Koné, en euros", "XOF", "25 (euros)"],
	["Montants en FC", "XOF", "25 (FC)"],
	...["Salaires M. Koné", "Salaires FC San Pedro", "Hôtel des Mille Collines", "Équipe M F"].map((title) => [
		title,
		"XOF",
		"25",
	]),
	...["Réf. 000/2025", "Million Feet SARL"].map((title) => [title, "XOF", "25"]),
	["M. F. Koné, capital de 1 000 000 FCFA, tél. 27 22 000 000", "XOF", "25"],
])(
	"an amount keeps the currency of a title above the headings, unless that is its own: %s in %s",
	(title, currency, amount) => {
		const list = `${title};;\nNom;Téléphone;Montant\nAwa;0701020304;25\nKofi;0501020305;`;
		expect(amountsOf(list, currency)).toEqual([amount, ""]);
	},
);

test("a heading's unit is compared with the currency of each row", () => {
	const list = "Nom;Téléphone;Montant (XOF);Devise\nAwa;0701020304;25;FCFA\nKofi;0501020305;25;USD";
	expect(amountsOf(list)).toEqual(["25", "25 (XOF)"]);
});

test.each([
	["a purpose left out", "Awa,0701020304,1,500", "Kofi,0501020305,2000,rent", "1 | 500"],
	["every purpose left out", "Awa,0701020304,1,500", "Kofi,0501020305,2,000", "1 | 500"],
	["a currency before it", "Awa,0701020304,F 1,500", "Kofi,0501020305,2000,rent", "F 1 | 500"],
	["a currency behind it", "Awa,0701020304,1,500 FCFA", "Kofi,0501020305,2000,rent", "1 | 500 FCFA"],
	["decimals", "Awa,0701020304,1500,50", "Kofi,0501020305,2000,rent", "1500 | 50"],
	["a currency, in a row that is too wide", "Awa,0701020304,F 1,500,rent", "Kofi,0501020305,2000,rent", "F 1 | 500"],
	["a millions' sign", "Awa,0701020304,1,5 M", "Kofi,0501020305,2000,rent", "1 | 5 M"],
])("an amount that a comma cut in two is never its first digits: %s", (_name, cut, other, amount) => {
	expect(amountsOf(`Name,Phone,Amount,Purpose\n${cut}\n${other}`)[0]).toBe(amount);
});

test.each([
	["Name,Phone,Amount,Days\nAwa,0701020304,25000,17\nKofi,0501020305,2000,21", ["25000", "2000"]],
	["Name,Phone,Amount,Purpose\nAwa,0701020304,25000,2 bags\nKofi,0501020305,2000,rent", ["25000", "2000"]],
	["Name;Phone;Amount;Code\nAwa;0701020304;250;101\nKofi;0501020305;900;rent", ["250", "900"]],
])("a figure of its own beside an amount is no part of it: %j", (text, amounts) => {
	expect(amountsOf(text)).toEqual(amounts);
});
