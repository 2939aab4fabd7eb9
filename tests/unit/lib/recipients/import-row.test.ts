import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { groupsOf, readImportRow } from "#lib/recipients/import-row.ts";

const operators = DEFAULT_OPERATORS.filter(({ currency }) => currency === "XOF");
const unusedOperators = DEFAULT_OPERATORS.filter((one) => !operators.includes(one));
const setting = { operators, unusedOperators, wallets: ["XOF"], homeCountry: "CI" };
const read = (row: object) => readImportRow({ name: "Awa Koné", number: "07 01 02 03 04", ...row }, setting);

describe("a row of an imported list", () => {
	test("of a name and a national number is a recipient of the desk's country, with the operator of its prefix", () => {
		expect(read({})).toEqual({
			recipient: {
				...{ name: "Awa Koné", number: "+2250701020304", operator: "orange-money-ci", country: "CI" },
				...{ purpose: null, reference: null, note: null, groups: [] },
			},
		});
	});

	test("may name operator and country as people write them", () => {
		expect(read({ operator: "wave", country: "Sénégal", number: "77 123 45 67" })).toMatchObject({
			recipient: { operator: "wave-senegal", number: "+221771234567", country: "SN" },
		});
	});

	test.each(["Côte d'Ivoire", "COTE D'IVOIRE", "Cote d’Ivoire", "ci"])("knows the country %j", (country) => {
		expect(read({ country })).toMatchObject({ recipient: { country: "CI" } });
	});

	test("may name an operator that is not in use by its code, as an export of the book does, and not by its name", () => {
		const abroad = { number: "+254712345678", country: "KE" };
		expect(read({ ...abroad, operator: "mpesa-kenya" })).toMatchObject({ recipient: { operator: "mpesa-kenya" } });
		expect(read({ ...abroad, operator: "M-Pesa" })).toEqual({
			faults: [{ field: "operator", code: "operator_unknown" }],
		});
	});

	test("gets back the first zero that a spreadsheet dropped", () => {
		expect(read({ number: "548552104" })).toMatchObject({ recipient: { number: "+2250548552104" } });
	});

	test.each([
		[{ note: "a".repeat(281) }, "note", "text_too_long"],
		[{ purpose: "a".repeat(141) }, "purpose", "text_too_long"],
		[{ groups: `Nuit, ${"a".repeat(39)}😀` }, "groups", "text_too_long"],
		[{ groups: Array.from({ length: 21 }, (_, n) => n).join(";") }, "groups", "text_too_long"],
		[{ name: "" }, "name", "required"],
		[{ number: "" }, "number", "required"],
		[{ number: "07 01 02" }, "number", "too_short"],
		[{ number: "2.25E+11" }, "number", "not_a_number"],
		[{ operator: "Nobody" }, "operator", "operator_unknown"],
		[{ operator: "Wave", number: "+22670123456" }, "operator", "other_country"],
		[{ country: "Atlantis" }, "country", "country_unknown"],
		[{ number: "771234567" }, "number", "too_short"],
		[{ country: "Sénégal", number: "+225 07 07 12 34 56" }, "country", "other_country"],
	])("%j says that its %s is %s", (row, field, code) => {
		expect(read(row)).toMatchObject({ faults: expect.arrayContaining([{ field, code }]) });
	});

	test("gives each group once, whatever separates them", () => {
		expect(groupsOf("Salariés; Nuit, Salariés ,,")).toEqual(["Salariés", "Nuit"]);
		fc.assert(
			fc.property(fc.array(fc.constantFrom("Nuit", "Jour", "Abidjan")), (names) => {
				expect(groupsOf(names.join(";"))).toEqual([...new Set(names)]);
			}),
		);
	});
});
