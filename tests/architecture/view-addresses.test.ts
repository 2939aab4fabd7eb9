import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const HOME = "lib/addresses/view-address.ts";

/** Signs of a scheme of one's own for an address: rows of a page, the form of its number, which keys are no filters. */
const OWN_SCHEMES = [
	/const PAGE_ROWS\b/,
	/limit: 50\b|default\(50\)/,
	/\[1-9\]\\d\{0,5\}/,
	/\{ cursor: _\w+, limit: _\w+/,
	/function is\w*Filtered\b/,
];

test("page size, page number and filters of an address are read and written in lib/addresses/view-address.ts alone", () => {
	const product = sourceFiles().filter((file) => /^(app|components|lib)\//.test(file));
	const found = product.filter((file) => OWN_SCHEMES.some((sign) => sign.test(readSource(file))));
	expect(found).toEqual([HOME]);
});
