import type { Operator } from "#lib/contracts/operator.ts";
import { countryOfDigits } from "#lib/countries.ts";

/** The operator's name with its country, because MTN MoMo, Orange Money and others work in several countries. */
export function operatorLabel({ name, country }: { name: string; country: string }): string {
	return `${name} (${country})`;
}

/** Returns the choices of a filter: all operators in these currencies, even disabled ones, because old payments still name them. */
export function operatorChoices(
	operators: readonly Operator[],
	currencies: readonly string[],
): { code: string; label: string }[] {
	return operators
		.filter(({ currency }) => currencies.includes(currency))
		.map((operator) => ({ code: operator.code, label: operatorLabel(operator) }));
}

/**
 * The enabled operator with the longest matching prefix, or null. Only a suggestion, because people may keep their number at another
 * operator. Operators without prefixes, such as Wave, are never suggested.
 */
export function suggestOperator<T extends Pick<Operator, "country" | "prefixes" | "enabled">>(
	e164: string,
	operators: readonly T[],
): T | null {
	const country = countryOfDigits(e164.slice(1));
	if (!country) return null;
	const national = e164.slice(1 + country.callingCode.length);
	let best: { operator: T; length: number } | null = null;
	for (const operator of operators) {
		if (!operator.enabled || operator.country !== country.code) continue;
		for (const prefix of operator.prefixes) {
			if (national.startsWith(prefix) && prefix.length > (best?.length ?? 0))
				best = { operator, length: prefix.length };
		}
	}
	return best?.operator ?? null;
}

/** True when the number starts with one of the operator's prefixes; without prefixes, every number of its country fits. */
export function fitsNumber(operator: Pick<Operator, "country" | "prefixes">, e164: string): boolean {
	const country = countryOfDigits(e164.slice(1));
	if (country?.code !== operator.country) return false;
	const national = e164.slice(1 + country.callingCode.length);
	return operator.prefixes.length === 0 || operator.prefixes.some((prefix) => national.startsWith(prefix));
}
