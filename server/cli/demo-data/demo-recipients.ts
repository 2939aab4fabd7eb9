import { suggestOperator } from "#lib/operator-options.ts";
import { draw, idOf, pick } from "#server/cli/demo-data/chance.ts";
import type { PastTransaction } from "#server/cli/demo-data/sandbox-past.ts";
import { FIRST_NAMES, LAST_NAMES, SUPPLIERS } from "#server/sandbox/seed/business.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const COUNT = 200;
const PURPOSES = ["Salaire", "Commission agent", "Transport et livraison", "Avance sur salaire"] as const;
const TEAMS = ["Abidjan", "Bouaké", "Yamoussoukro", "Korhogo"] as const;

interface Listed {
	number: string;
	operator: string | null;
	country: string;
}

/** Adds recipients to the book; the last one has a changed number, so that the demo shows such a case. */
export async function insertRecipients(
	trx: DatabaseTransaction,
	past: readonly PastTransaction[],
	named: readonly { phone_number: string; recipient_name?: string | null | undefined }[],
	{ by, at, now }: { by: string; at: Date; now: Date },
): Promise<void> {
	const operators = await trx.selectFrom("operator").selectAll().execute();
	const paid = past
		.filter(({ kind }) => kind === "payout")
		.map(({ phone_number: number, operator, country }): Listed => ({ number, operator, country }));
	const names = new Map(named.map((payment) => [payment.phone_number, payment.recipient_name]));
	const known = new Map(paid.map((one) => [one.number, one]));
	for (let n = 0; known.size < COUNT; n += 1) {
		const number = `+22507${String(10_000_000 + draw(`recipient:${n}`, 80_000_000)).padStart(8, "0")}`;
		const operator = suggestOperator(number, operators)?.code ?? null;
		if (!known.has(number)) known.set(number, { number, operator, country: "CI" });
	}
	const rows = [...known.values()].slice(0, COUNT).map((one, place) => {
		const isFirm = place < SUPPLIERS.length;
		const { number } = one;
		const changed = place === COUNT - 1 ? { number_changed_at: now, earlier_number: "+2250700000000" } : {};
		return {
			...{ ...one, ...changed, id: idOf(`recipient:${number}`, at), created_at: at, created_by: by },
			name: names.get(number) ?? (isFirm ? SUPPLIERS[place] : null) ?? nameForNumber(number),
			purpose: isFirm ? "Facture fournisseur" : pick(`purpose:${number}`, PURPOSES),
			reference: `${isFirm ? "F" : "M"}-${String(place + 1).padStart(3, "0")}`,
			groups: isFirm ? ["Fournisseurs"] : ["Salariés", pick(`team:${number}`, TEAMS)],
		};
	});
	await trx.insertInto("recipient").values(rows).execute();
}

/** Returns a name for a number; the demo shows the same name for this number everywhere. */
export function nameForNumber(seed: string): string {
	return `${pick(`first:${seed}`, FIRST_NAMES)} ${pick(`last:${seed}`, LAST_NAMES)}`;
}
