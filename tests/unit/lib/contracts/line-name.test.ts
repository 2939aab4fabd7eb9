import fc from "fast-check";
import { expect, test } from "vitest";
import { lineNameQuerySchema } from "#lib/contracts/line-name.ts";

const read = (ids: string) => {
	const { success, data } = lineNameQuerySchema.safeParse({ currency: "XOF", ids });
	return success ? data.ids : null;
};
const id = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(String);

test("lines are asked for by up to a hundred ids, each once", () => {
	fc.assert(
		fc.property(fc.array(id, { minLength: 1, maxLength: 130 }), (ids) => {
			const each = [...new Set(ids)];
			expect(read([...ids, ...ids].join())).toEqual(each.length > 100 ? null : each);
		}),
	);
});

test.each(["", ",", "1,", ",1", "1,,2", "0", "01", "-1", "1.0", "1 ,2", "1;2", "a", "1e3", "1000000000000000000"])(
	"%j names no lines",
	(ids) => {
		expect(read(ids)).toBeNull();
	},
);
