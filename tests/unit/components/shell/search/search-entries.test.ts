import { describe, expect, test } from "vitest";
import { entriesOf, groupOf, payeeOf, placesOf } from "#components/shell/search/search-entries.ts";
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
	entriesOf(text, role, { places: english(role), hits, lookUp: "Look up" }).map(({ href }) => href);

describe("what the search window offers", () => {
	test("is settings by their words, for who may open them alone", () => {
		expect(hrefs("limits")).toEqual(["/settings/payouts", "/transactions/limits"]);
		expect(hrefs("limits", "approver")).toEqual(["/transactions/limits"]);
		expect(hrefs("time zone")).toEqual(["/settings/configuration"]);
		expect(hrefs("journal accounts")).toEqual(["/settings/accounting"]);
		expect(hrefs("second factor")).toEqual(["/settings/sign-in"]);
		const french = (role: Role) =>
			entriesOf("reglages memb", role, { places: placesOf(role, textOf(fr)), hits: [], lookUp: "" });
		expect(french("admin").map(({ href }) => href)).toEqual(["/settings/members"]);
		expect(french("viewer")).toEqual([]);
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

const recipient = (blocked = false): SearchHit => ({
	...{ is: "recipient", why: "name" },
	recipient: {
		...{ id: "r1", name: "Aminata Koné", number: "+225 05 •• •• 67 89", operatorName: "MTN" },
		...{ purpose: null, blocked },
	},
});

test("a batch opens its page", () => {
	const batch = { id: "b1", name: "Salaires novembre", rowCount: 12, createdAt: "2026-03-10T09:00:00Z" };
	expect(hrefs("salaires", "viewer", [{ is: "batch", why: "name", batch }])).toContain("/batches/b1");
});

test("entries of one kind stand together, the kind of the best one first", () => {
	const second = { ...payment, payment: { ...payment.payment, id: "p2" } };
	const entries = entriesOf("koné", "admin", { places: [], hits: [payment, recipient(), second], lookUp: "Look up" });
	expect(entries.map((entry) => groupOf(entry))).toEqual(["payment", "payment", "recipient"]);
});

describe("what one does is found like a page", () => {
	test("pages by their acts, and the forms that start something, for who may open them", () => {
		expect(hrefs("approve")[0]).toBe("/approvals");
		expect(hrefs("approve", "viewer")).toEqual(["/transactions/approve"]);
		expect(hrefs("new batch")).toEqual(["/batches/new"]);
		expect(hrefs("new batch", "viewer")).toEqual([]);
	});

	test("a payout to a name opens the form for that recipient, and their row for who may not pay, or when blocked", () => {
		expect(hrefs("amin", "maker", [recipient()])[0]).toBe("/payouts/new?to=r1");
		expect(hrefs("amin", "viewer", [recipient()])[0]).toBe("/recipients?q=Aminata+Kon%C3%A9");
		expect(hrefs("amin", "maker", [recipient(true)])[0]).toBe("/recipients?q=Aminata+Kon%C3%A9");
		const found = { places: english("maker"), hits: [payment, recipient()], lookUp: "Look up", isPayout: true };
		expect(entriesOf("new payout to amin", "maker", found).map(({ href }) => href)).toEqual(["/payouts/new?to=r1"]);
	});

	test("the words before the name are those of the language, and need a name behind them", () => {
		expect(payeeOf("New payout to Aminata", en.search.payWords)).toBe("Aminata");
		expect(payeeOf("pay 05 67", en.search.payWords)).toBe("05 67");
		expect(payeeOf("décaissement à Aminata", fr.search.payWords)).toBe("Aminata");
		for (const text of ["pay", "pay ", "payments", "new payout"]) expect(payeeOf(text, en.search.payWords)).toBeNull();
	});
});

describe("Enter before the answer opens unseen", () => {
	const sure = (text: string, hits: readonly SearchHit[] = []) => {
		const [first] = entriesOf(text, "admin", { places: english("admin"), hits, lookUp: "Look up" });
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
