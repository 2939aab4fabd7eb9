/** Tells from a payroll's heading, in lower case and without accents, whether its column can be the amount to pay. */
const words = (text: string) => new RegExp(`\\b(?:${text.replaceAll(" ", "|")})\\b`);

/** Pay before deductions, parts of it, deductions, and sums of other times. */
const GROSS = words(
	"bruts? brutes? gross bruto imposables? taxable tributavel fiscal sociale? base basic avant before gains cotisations? charges tax taxes impots? retenues? deductions? deducoes descontos? cumul cumule ytd precedente? previous dernier last prevue? budget plafond",
);
/** "Net payé" on a payslip is what the payslip pays; any other column of paid sums is about the past. */
const PAID = /\b(?:deja|already|(?<!\bnet )(?:payee?s?|versee?s?|pagos?|recue?s?)|(?<!\b(?:net|to be) )paid)\b/;
const REST = words("restes? restant remaining outstanding soldes? balance saldo");
/** May come off what is called net, or correct it. */
const CHANGE = words(
	"avances? advances? adiantamentos? acomptes? prets? loans? dettes? debts? oppositions? saisies? remises? discounts? trop arrieres? arrears ajustements? adjustments? corrections? corrige regularisations? rappels? penalites? nouveau new revised accorde approuve approved valide",
);
/** Pay for one day, hour or piece, and for anything else but a month or a person. */
const RATE =
	/\b(?:unitaires?|journaliere?s?|daily|horaires?|hourly|(?:p[aeo]r|a la?) (?!mois|month|mes\b|pagar|menage|personne|person|beneficia|household|head|tete|famil|agent|employ))\b/;
/** Tells a weighing list, whose net is a weight. */
const WEIGHED = words("poids weight peso tare kg prix price preco");
/** Counts, times, signs and prices, and what begins with a word for money but names a person, a date or an account: "Payable to". */
const COUNTED =
	/\b(?:jours?|days?|dias|heures?|hours?|horas|points|absences|nombre|nb|nbre|qte|quantite|quantity|kg|poids|weight|taux|rate|dates?|period|periode|id|code|matricule|ref|reference|method|grade|scale|groupe?s?|type)\b|^(?:n|s n|sn|no|nr|num|numero|number|item|ordre|rang|mois|month|mes|annee|year|ano|age|idade|anciennete|enfants|parts|categorie|echelon|indice|coefficient|lot|ligne|line|row|bp|rib|iban|quantidade|sacs|bags|tonnes|litres|superficie|hectares|ha|km|seances|shifts|prix|prix unitaire|pu|price|unit price|preco)$| (?:n|no|nr|num|numero|number|sur|par|le|on|by|to|via|a)$/;
/** Signs of a person, a paper or a bank, which are neither an amount nor a phone number. "Wave ID" is a phone number. */
export const SIGN =
	/\b(?:matricul[ea]|cni|nni|npi|nin|identite|identity|passeport|passport|cnss|cnps|inps|ipres|niu|nif|ifu|rccm|piece|code|dates?|commande|order|facture|invoice|contrat|contract|dossier)\b|^(?:id|ref|reference|(?:employee|staff|national|client|member) id|id (?:employe|client|agent|beneficiaire))$|^(?:banque|bank|banco)(?: (?:compte|account|conta)\b.*)?$/;

const TO_PAY =
	/\b(?:a (?:payer|verser|virer|regler|transferer|percevoir|recevoir|pagar|receber|transferir)|to (?:pay|be paid|transfer|send|receive)|payable)\b/;
const NET = words("nets? nettes? liquido dues?");

export const NEVER_PAID = new RegExp(`${GROSS.source}|${PAID.source}|${RATE.source}|${COUNTED.source}`);
/** Says that the figure is what remains after every deduction. */
export const FINAL = new RegExp(`${TO_PAY.source}|${NET.source}`);

/** Tells which other headings, if their columns hold figures, leave it to a person whether the amount is what is still to be paid. */
export function rivalsOf(amount: string): (heading: string) => boolean {
	// Beside "Net pay", PAYE is a tax; "Payé" beside other words is what was paid.
	const isTax = (heading: string) => heading === "paye" && /\b(?:pay|salary|wages)\b/.test(amount);
	const anyOf = (some: readonly RegExp[]) => (heading: string) =>
		!COUNTED.test(heading) && !SIGN.test(heading) && !isTax(heading) && some.some((one) => one.test(heading));
	if (TO_PAY.test(amount)) return anyOf(REST.test(amount) ? [] : [REST, PAID]);
	if (NET.test(amount)) return (heading) => WEIGHED.test(heading) || anyOf([REST, PAID, CHANGE])(heading);
	return anyOf([/./]);
}
