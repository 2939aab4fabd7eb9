import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const HOME = "lib/addresses/view-address.ts";

/** Signs that a file reads an address in its own way: rows of a page, page numbers, keys that are no filters. */
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
