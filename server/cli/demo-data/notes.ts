/** What people of a shop write beside a payment. */
import { draw, pick } from "#server/cli/demo-data/chance.ts";

export function depositNote(seed: string): string | null {
	if (draw(`has-note:${seed}`, 3) === 0) return null;
	const number = 1_000 + draw(`number:${seed}`, 4_000);
	return pick(`deposit-note:${seed}`, [
		`Commande ${number}`,
		`Facture ${number}`,
		`Ticket caisse ${number}`,
		`Livraison ${number}`,
		`Acompte commande ${number}`,
	]);
}

export function payoutNote(seed: string): string {
	const number = 200 + draw(`number:${seed}`, 700);
	return pick(`payout-note:${seed}`, [
		`Facture fournisseur ${number}`,
		`Remboursement commande ${number}`,
		"Salaire",
		"Avance sur salaire",
		"Transport et livraison",
		"Location de la boutique",
		`Commission agent ${number}`,
	]);
}
