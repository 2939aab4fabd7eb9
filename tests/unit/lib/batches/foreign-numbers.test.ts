import fc from "fast-check";
import { expect, test } from "vitest";
import { readRowFacts } from "#lib/batches/row-facts.ts";
import { COUNTRIES, type Country } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { nationalPart } from "#lib/phone.ts";
import { readImportRow } from "#lib/recipients/import-row.ts";

const operatorsOf = ({ code }: Country) => DEFAULT_OPERATORS.filter(({ country }) => country === code);
const PAIRS = COUNTRIES.flatMap((of) =>
	COUNTRIES.filter((home) => home !== of && home.currencies[0] === of.currencies[0]).map((home) => ({ of, home })),
);

/** A number of one country, in its national form, at a desk at home in another country of the same currency. */
const anyNumber = fc.constantFrom(...PAIRS).chain(({ of, home }) =>
	fc
		.record({
			// Some mobile numbers of Senegal have no known prefix, and people may use Wave alone there.
			prefix: fc.constantFrom(
				...operatorsOf(of).flatMap(({ prefixes }) => prefixes),
				...(of.mobile ? [of.mobile] : []),
			),
			used: fc.subarray(operatorsOf(of), { minLength: of.mobile ? 1 : operatorsOf(of).length }),
			rest: fc.stringMatching(/^\d{10}$/),
			nth: fc.nat({ max: 9 }),
			isBare: fc.boolean(),
		})
		.map(({ prefix, rest, nth, isBare, used }) => {
			const operator = used[nth]?.name ?? "";
			const digits = (prefix + rest).slice(0, of.length);
			const text = isBare ? digits : nationalPart(`+${of.callingCode}${digits}`);
			const operators = DEFAULT_OPERATORS.filter((one) => one.country !== of.code || used.includes(one));
			return { home, digits, text, operator, operators };
		}),
);

/** People in Gabon dial a zero before their eight digits; no other country of a shared currency has a trunk zero. */
const asDialled = (digits: string, { code }: Country) => (code === "GA" ? digits.replace(/^0/, "") : digits);

test("a number in the national form of another country of the currency gives a number of the home country only if its digits are one as they stand", () => {
	expect(PAIRS.length).toBeGreaterThan(50);
	fc.assert(
		fc.property(anyNumber, ({ home, digits, text, operator, operators: inUse }) => {
			const [currency = ""] = home.currencies;
			const operators = inUse.filter((one) => one.currency === currency);
			const setting = { operators, unusedOperators: [], wallets: [currency], homeCountry: home.code };
			const row = { destination: text, amount: "25000", currency, operator, country: "", name: "Awa", purpose: "" };
			const paid = readRowFacts(row, setting);
			const kept = readImportRow({ name: "Awa", number: text, operator }, setting);
			const read = ["facts" in paid ? paid.facts.number : null, "recipient" in kept ? kept.recipient.number : null];
			const atHome = read.filter((number) => number?.startsWith(`+${home.callingCode}`));
			for (const number of atHome) expect(number).toBe(`+${home.callingCode}${asDialled(digits, home)}`);
		}),
		{ numRuns: 2_000 },
	);
});
