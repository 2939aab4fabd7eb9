import { describe, expect, test } from "vitest";
import { entriesOf, placesOf } from "#components/shell/search/search-entries.ts";
import type { SearchHit } from "#lib/contracts/search.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import type { Role } from "#lib/roles.ts";

const textOf = (messages: object) => (key: string) =>
	key.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], messages) as string;
const english = (role: Role) => placesOf(role, textOf(en));

const payment: SearchHit = {
	...{ is: "payment", why: "note", exact: false },
	payment: {
		...{ id: "p1", kind: "payout", state: "succeeded", amount: "5.00", currency: "XOF", who: "+225 05 •• •• 67 89" },
		...{ note: "Audit of May", reference: null, createdAt: "2026-03-10T09:00:00Z" },
	},
};
const hrefs = (text: string, role: Role = "admin", hits: readonly SearchHit[] = []) =>
	entriesOf(text, english(role), hits, "Look up").map(({ href }) => href);

describe("what the search window offers", () => {
	test("is settings by their words, for who may open them alone", () => {
		expect(hrefs("limits")).toEqual(["/settings/payouts", "/transactions/limits"]);
		expect(hrefs("limits", "approver")).toEqual(["/transactions/limits"]);
		expect(hrefs("time zone")).toEqual(["/settings/configuration"]);
		const french = entriesOf("reglages memb", placesOf("admin", textOf(fr)), [], "");
		expect(french.map(({ href }) => href)).toEqual(["/settings/members"]);
		expect(entriesOf("reglages memb", placesOf("viewer", textOf(fr)), [], "")).toEqual([]);
	});

	test("leads with a page that is named, then what the desk found, then what only resembles, then the look-up", () => {
		expect(hrefs("movements", "admin", [payment])).toEqual(["/movements", "/payouts/p1", "/transactions/movements"]);
		expect(hrefs("set", "admin", [payment])[0]).toBe("/payouts/p1");
	});

	test("is every place of the role, and nothing else, without a text", () => {
		expect(hrefs("")).toEqual(english("admin").map(({ href }) => href));
		expect(hrefs("…", "admin")).toEqual([]);
	});
});

describe("Enter before the answer opens unseen", () => {
	const sure = (text: string, hits: readonly SearchHit[] = []) => {
		const [first] = entriesOf(text, english("admin"), hits, "Look up");
		return first?.sure ? first.href : null;
	};

	test("a page by its whole name, a payment by its whole reference, a reference that nothing here has", () => {
		expect(sure("Movements")).toBe("/movements");
		expect(sure("TX-1", [{ ...payment, exact: true, why: "reference" }])).toBe("/payouts/p1");
		expect(sure("TX-20260101-NOSUCH")).toBe("/transactions/TX-20260101-NOSUCH");
	});

	test("nothing that only resembles the text, and no look-up of a word or of an amount", () => {
		expect(sure("mov")).toBeNull();
		expect(sure("rent", [payment])).toBeNull();
		expect(sure("kouassi")).toBeNull();
		expect(sure("45000")).toBeNull();
		expect(sure("")).toBeNull();
	});
});
