import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { batchState } from "#lib/batches/batch-states.ts";
import { countryOf, readPhone, readRowFacts, type TypedRow } from "#lib/batches/row-facts.ts";
import { COUNTRIES, countryName } from "#lib/countries.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";

const wallets = ["XOF", "XAF"];
const operators = DEFAULT_OPERATORS.filter(({ currency }) => wallets.includes(currency));
const read = (row: Partial<TypedRow>, of = wallets) =>
	readRowFacts(
		{
			destination: "0701020304",
			amount: "25000",
			currency: "XOF",
			operator: "",
			country: "",
			name: "",
			purpose: "",
			...row,
		},
		{ operators, wallets: of, homeCountry: "CI" },
	);
const withoutAccents = (name: string) => name.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");
const codes = (row: Partial<TypedRow>) => {
	const found = read(row);
	return "faults" in found ? found.faults.map(({ field, code }) => `${field}: ${code}`) : [];
};

describe("a row of a batch", () => {
	test.each([
		[{}, "+2250701020304", "orange-money-ci"],
		[{ destination: "00225 05 01 02 03 04" }, "+2250501020304", "mtn-ci"],
		[{ operator: "wave", destination: "0501020304" }, "+2250501020304", "wave-ci"],
		[{ country: "BJ", destination: "197123456" }, "+2290197123456", "mtn-benin"],
		[{ country: "Sénégal", destination: "77 123 45 67" }, "+221771234567", "orange-money-senegal"],
		[{ destination: "07/01/02/03/04" }, "+2250701020304", "orange-money-ci"],
		[{ destination: "07/01020304" }, "+2250701020304", "orange-money-ci"],
		[{ destination: "+237 670 00 00 01", currency: "xaf" }, "+237670000001", "mtn-cameroon"],
		[{ operator: "free-money-senegal", destination: "761234567" }, "+221761234567", "free-money-senegal"],
	])("%j pays %s by %s", (row, number, operator) => {
		expect(read(row)).toMatchObject({ facts: { number, operator, amount: "25000.00" } });
	});

	test("gets back the first zero that a spreadsheet dropped, where every known prefix of its country begins with one", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[15]\d{8}$/), (digits) => {
				expect(read({ destination: digits })).toEqual(read({ destination: `0${digits}` }));
			}),
		);
	});

	test.each([
		[{ destination: "272030405" }, "too_short"],
		[{ destination: "848552104" }, "too_short"],
		[{ destination: "070102030" }, "too_short"],
		[{ destination: "+225748552104" }, "too_short"],
		[{ destination: "74 855 21 04" }, "too_short"],
		[{ destination: "707123456" }, "too_short"],
		[{ destination: "707123456.0" }, "too_short"],
		[{ destination: "74855210" }, "old_length"],
		[{ destination: "7485521" }, "too_short"],
		[{ destination: "7012345", country: "BF" }, "too_short"],
		[{ destination: "77123456", country: "SN" }, "too_short"],
	])("%j gets no zero that nobody knows of: %s", (row, fault) => {
		expect(codes(row)).toContain(`destination: ${fault}`);
	});

	test.each(COUNTRIES)("knows its country $code by each name that people type", ({ code }) => {
		for (const name of [code, code.toLowerCase(), countryName(code, "en"), countryName(code, "fr")])
			for (const typed of [name, name.replaceAll("’", "'"), withoutAccents(name), withoutAccents(name).toUpperCase()])
				expect(countryOf({ country: typed }, [], { homeCountry: "" }), typed).toBe(code);
	});

	test.each(["wave-senegal", "orange-money-senegal"])(
		"with only %s in use there, gets no zero before any mobile number of Senegal",
		(only) => {
			const some = operators.filter(({ code, country }) => country !== "SN" || code === only);
			for (const digits of ["751234567", "771234567"])
				expect(readPhone(digits, "CI", { operators: some }, false)).toMatchObject({ fault: "too_short" });
		},
	);

	test("gets back a zero before digits that are a number of another country only if the row names the country, or no operator there is in use", () => {
		const digits = "707123456";
		expect(codes({ destination: digits })).toEqual(["destination: too_short"]);
		const atHome = operators.filter(({ country }) => country !== "SN");
		const restored = { e164: `+2250${digits}`, country: "CI" };
		expect(readPhone(digits, "CI", { operators: atHome }, false)).toEqual(restored);
		for (const row of [{ country: "CI" }, { operator: "orange-money-ci" }])
			expect(read({ destination: digits, ...row })).toMatchObject({ facts: { number: restored.e164 } });
	});

	test("without a country at a desk without a home country is named, unless its number has a calling code", () => {
		const setting = { operators, wallets: ["XOF"], homeCountry: "" };
		const row = { amount: "25000", currency: "", operator: "", country: "", name: "", purpose: "" };
		const readNowhere = (cells: Partial<TypedRow>) => readRowFacts({ ...row, destination: "", ...cells }, setting);
		expect(readNowhere({ destination: "70 12 34 56" })).toEqual({
			faults: [{ field: "destination", code: "country_missing" }],
		});
		expect(readNowhere({ destination: "70 12 34 56", country: "BF" })).toMatchObject({ facts: { country: "BF" } });
		expect(readNowhere({ destination: "70 12 34 56", operator: "moov-togo" })).toMatchObject({
			facts: { country: "TG" },
		});
		expect(readNowhere({ destination: "22670123456" })).toMatchObject({ facts: { number: "+22670123456" } });
	});

	test.each(["XOF", "xof", "FCFA", "F CFA", "F.CFA", "Francs CFA", "frs"])(
		"%j names the one CFA wallet, and of two none",
		(currency) => {
			expect(read({ currency }, ["XOF", "KES"])).toMatchObject({ facts: { currency: "XOF" } });
			if (currency.toUpperCase() !== "XOF") expect(codes({ currency })).toEqual(["currency: wallet_unknown"]);
		},
	);

	test.each([
		[{ destination: "" }, ["destination: required"]],
		[{ destination: "2025-01-05", country: "TG" }, ["destination: is_date"]],
		[{ destination: "01/05/2025", country: "TG" }, ["destination: is_date"]],
		[{ name: "x".repeat(121) }, ["name: text_too_long"]],
		[{ destination: "07010203" }, ["destination: old_length"]],
		[{ destination: "2.25E+11" }, ["destination: not_a_number"]],
		[{ destination: "07 01 02 03/04" }, ["destination: not_a_number"]],
		[{ destination: "+225 07010203 / 04" }, ["destination: not_a_number"]],
		[{ destination: "97 01 02 03/04", country: "BJ", operator: "mtn-benin" }, ["destination: not_a_number"]],
		[{ amount: "12,5" }, ["amount: too_many_decimals"]],
		[{ currency: "EUR" }, ["currency: wallet_unknown"]],
		[{ currency: "" }, ["currency: required"]],
		[{ operator: "Nobody" }, ["operator: operator_unknown"]],
		[{ operator: "MTN MoMo", destination: "+221771234567" }, ["operator: other_country"]],
		[{ destination: "+254712345678" }, ["operator: country_not_served"]],
		[{ country: "Atlantis" }, ["country: country_unknown"]],
		[{ country: "Sénégal", destination: "+225 07 07 12 34 56" }, ["country: other_country"]],
		[{ country: "CI", destination: "221771234567" }, ["country: other_country"]],
		[{ country: "Kenya", destination: "+254712345678" }, ["operator: country_not_served"]],
		[{ destination: "2101020304" }, ["operator: operator_unclear"]],
	])("%j is named: %j", (row, faults) => {
		expect(codes(row)).toEqual(faults);
	});
});

describe("the state of a batch", () => {
	const of = (counts: object, changes: object = {}) =>
		batchState({ isRequested: true, isCancelled: false, isPaused: false, counts, ...changes });
	test.each([
		["draft", of({}, { isRequested: false })],
		["cancelled", of({}, { isRequested: false, isCancelled: true })],
		["awaiting_approval", of({ awaiting_approval: 2 })],
		["sending", of({ awaiting_approval: 1, approved: 2 })],
		["paused", of({ awaiting_approval: 1, approved: 2 }, { isPaused: true })],
		["awaiting_approval", of({ awaiting_approval: 1, succeeded: 2 })],
		["sending", of({ approved: 1, succeeded: 2 })],
		["paused", of({ approved: 1, succeeded: 2 }, { isPaused: true })],
		["sending", of({ pending: 1 }, { isPaused: true })],
		["done", of({ succeeded: 2, unknown: 1 })],
		["cancelled", of({ rejected: 1, cancelled: 1 })],
		["done", of({ succeeded: 1, cancelled: 5 })],
	])("is %s", (state, found) => {
		expect(found).toBe(state);
	});
});
