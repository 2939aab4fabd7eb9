import { countryOfDigits, isOtherForm } from "#lib/countries.ts";
import { AppError } from "#server/errors.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

/** Refuses a number with a trunk zero or of an old length, since payouts go to its current form. Throws invalid_input (`number`). */
export function refuseOtherForm(number: string): void {
	if (isOtherForm(number))
		throw new AppError("invalid_input", "a trunk zero or an old length", { fields: { number: "invalid" } });
}

/** Returns the ISO code of the number's country. Throws invalid_input (`number`, `country`). */
export function countryOf(number: string, asked: string | undefined): string {
	const country = countryOfDigits(number.slice(1))?.code;
	refuseOtherForm(number);
	if (!country) throw new AppError("invalid_input", "no such country", { fields: { number: "country_unknown" } });
	if (asked !== undefined && asked !== country)
		throw new AppError("invalid_input", "the number is of another country", { fields: { country: "other_country" } });
	return country;
}

/** Throws invalid_input (`operator`) for an operator that the number's country does not have. */
export async function requireOperator(trx: DatabaseTransaction, operator: string | null, country: string) {
	if (operator === null) return;
	const query = trx.selectFrom("operator").select("code").where("code", "=", operator).where("country", "=", country);
	if (await query.executeTakeFirst()) return;
	throw new AppError("invalid_input", "no such operator there", { fields: { operator: "operator_unknown" } });
}

/** Throws conflict (`number: number_taken`) when another recipient in the book has the number. */
export async function requireFreeNumber(trx: DatabaseTransaction, number: string, own = ""): Promise<void> {
	const taken = await trx
		.selectFrom("recipient")
		.select("id")
		.where("number", "=", number)
		.where("archived_at", "is", null)
		.where("id", "<>", own)
		.executeTakeFirst();
	if (taken) throw new AppError("conflict", "the number is in the book", { fields: { number: "number_taken" } });
}
