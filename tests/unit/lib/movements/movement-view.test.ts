import fc from "fast-check";
import { expect, test } from "vitest";
import { isFiltered } from "#lib/addresses/view-address.ts";
import { type Movement, movementQuerySchema } from "#lib/contracts/movement.ts";
import { countedLines, movementPagePath, movementViewPath, readMovementView } from "#lib/movements/movement-view.ts";

const WALLETS = ["XOF", "XAF"];

function read(address: string) {
	return readMovementView(new URLSearchParams(address.split("?")[1] ?? ""), WALLETS);
}

test("whatever stands in the address, what is asked of the route is what its contract takes", () => {
	const names = fc.constantFrom(
		...["currency", "type", "from", "to", "minAmount", "operator", "name", "purpose"],
		...["maxAmount", "sort", "cursor", "page", "x"],
	);
	const values = fc.oneof(
		fc.string({ unit: "binary", maxLength: 500 }),
		fc.constantFrom(
			...["2026-02-30", "2026-11-21", "0000-01-01", "50000", "-5", "1e9", "12.345"],
			...["-amount", "XAF", "orange-money-ci", " Aminata ", "__proto__"],
		),
	);
	fc.assert(
		fc.property(fc.array(fc.tuple(names, values)), (entries) => {
			const { currency, query } = readMovementView(new URLSearchParams(entries), WALLETS);
			expect(WALLETS).toContain(currency);
			expect(movementQuerySchema.parse(query)).toEqual(query);
		}),
	);
});

test("a view's address opens that view again", () => {
	const view = read(
		"/movements?currency=XAF&type=withdrawal&from=2026-11-01&to=2026-11-21&minAmount=50000&sort=-amount",
	);
	expect(view.dropped).toBe(false);
	expect(read(movementViewPath(view))).toEqual(view);
	const page = read(movementPagePath(view, "abc+/=&", 3));
	expect(page.query.cursor).toBe("abc+/=&");
	expect(page.page).toBe(3);
});

test("another filter or order starts at its first page", () => {
	const view = read("/movements?cursor=abc&page=4");
	expect(movementViewPath(view, { type: "deposit" })).toBe("/movements?currency=XOF&type=deposit");
	expect(movementViewPath(view, { sort: "amount" })).toBe("/movements?currency=XOF&sort=amount");
});

test("what is default is left out, so that equal views have equal addresses", () => {
	expect(movementViewPath(read("/movements?sort=-createdAt"))).toBe("/movements?currency=XOF");
	expect(movementViewPath(read("/movements?type=deposit"), { type: undefined })).toBe("/movements?currency=XOF");
});

test.each([
	"currency=USD",
	"from=2026-02-30",
	"from=2026-11-21&to=2026-11-01",
	"minAmount=11&maxAmount=10",
	"type=%00",
	"minAmount=1e9",
	"sort=type",
	"page=x&cursor=a",
])("a fault in the address (%s) is left out and said", (query) => {
	const view = read(`/movements?${query}`);
	expect(view.dropped).toBe(true);
	expect(isFiltered(view.query)).toBe(false);
});

test("a marked line counts in its wallet's sum until the list shows it as withdrawn", () => {
	const line = (id: string, facts: Partial<Movement> = {}) =>
		({ id, currency: "XOF", withdrawnAt: null, ...facts }) as Movement;
	const marked = [line("1"), line("2"), line("3", { currency: "XAF" })];
	const counted = (shown: Movement[]) => countedLines(marked, "XOF", shown).map(({ id }) => id);
	expect(counted([])).toEqual(["1", "2"]);
	expect(counted([line("1"), line("2", { withdrawnAt: "2026-03-01T08:00:00Z" })])).toEqual(["1"]);
});
