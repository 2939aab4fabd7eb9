import { expect, test } from "vitest";
import { COLUMNS, chosenColumns, LISTS, usualColumns } from "#lib/lists/list-columns.ts";

test.each(LISTS)("the usual columns of %s begin with the date and are among all of its columns", (list) => {
	expect(usualColumns(list)[0]).toBe("when");
	expect(COLUMNS[list]).toEqual(expect.arrayContaining([...usualColumns(list)]));
});

test("chosen columns keep their order, the date stands first, and unknown or repeated names are left out", () => {
	expect(chosenColumns("payouts", ["amount", "when", "approver", "amount", "gone"])).toEqual([
		"when",
		"amount",
		"approver",
	]);
	expect(chosenColumns("deposits", ["approver", "state"])).toEqual(["when", "state"]);
	expect(chosenColumns("movements", null)).toBeNull();
});
