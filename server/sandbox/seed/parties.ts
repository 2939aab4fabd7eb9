import type { Operator } from "#lib/contracts/operator.ts";
import { findCountry } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { FIRST_NAMES, LAST_NAMES, type Market, OPERATOR_WEIGHTS, SUPPLIERS } from "#server/sandbox/seed/business.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import { MAGIC_DEPOSITS, MAGIC_PAYOUTS } from "#server/sandbox/transactions/outcomes.ts";

export interface Party {
	name: string;
	operator: Operator;
	phoneNumber: string;
}

export type Parties = ReturnType<typeof makeParties>;

export function makeParties(random: Random, market: Market) {
	const person = () => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
	const many = (count: number, name: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => makeParty(random, market, name(index)));
	return {
		customers: many(market.customers, person),
		suppliers: many(market.suppliers, (index) => SUPPLIERS[index] ?? `Ets ${random.pick(LAST_NAMES)} ${index}`),
		staff: many(market.staff, person),
	};
}

/** `suffix`: the last digits of the phone number, which may make it a magic number (`transactions/outcomes.ts`). */
export function makeParty(random: Random, market: Market, name: string, suffix?: string): Party {
	const country = random.weighted(market.countries);
	const operators = DEFAULT_OPERATORS.filter((operator) => operator.country === country);
	const operator = random.weighted(operators.map((each) => [each, OPERATOR_WEIGHTS[each.code] ?? 10] as const));
	return { name, operator, phoneNumber: makeNumber(random, operator, operators, suffix) };
}

/** Picks parties near the beginning of the list far more often than later ones, as a business has regular customers. */
export function pickRegular(random: Random, parties: readonly Party[]): Party {
	const share = random.next();
	const party = parties[Math.floor(share * share * parties.length)];
	if (!party) throw new Error("Nobody to pick");
	return party;
}

function makeNumber(random: Random, operator: Operator, all: readonly Operator[], suffix?: string): string {
	const country = findCountry(operator.country);
	// Wave assigns no numbers: its customers keep the number of another operator.
	const prefixes = operator.prefixes.length > 0 ? operator.prefixes : all.flatMap((other) => other.prefixes);
	const length = country?.length ?? 9;
	const prefix = random.pick(prefixes.filter((each) => !country || length - each.length <= 9));
	while (true) {
		const free = length - prefix.length - (suffix?.length ?? 0);
		const digits = Array.from({ length: free }, () => random.between(0, 9)).join("");
		const national = `${prefix}${digits}${suffix ?? ""}`;
		if (suffix || !isMagic(national)) return `+${country?.callingCode ?? ""}${national}`;
	}
}

function isMagic(number: string): boolean {
	const ending = number.slice(-3);
	return Object.hasOwn(MAGIC_DEPOSITS, ending) || Object.hasOwn(MAGIC_PAYOUTS, ending);
}
