import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const product = sourceFiles().filter((file) => !file.startsWith("tests/") && !file.startsWith("server/sandbox/"));
const holding = (sign: RegExp, files: readonly string[]) => files.filter((file) => sign.test(readSource(file))).sort();

/** Files that may handle a schema's issues, with their reasons. `lib/field-faults.ts` turns issues into our faults. */
const ISSUES: Record<string, string> = {
	"lib/contracts/payment-request.ts": "tells an issue, reads none",
	"lib/contracts/payment.ts": "tells an issue, reads none",
	"server/parse-input.ts": "hands them to lib/field-faults.ts",
	"components/payments/payment-draft.ts": "hands them to lib/field-faults.ts",
	"server/momo/observe-answer.ts": "of the service's answer, for the record of what it sent",
	"server/momo/response-outcome.ts": "of the service's answer: did it speak of other money?",
	"server/momo/movements/unreadable-line.ts": "of a line of the service's list",
};

test("what a contract finds amiss becomes a fault of a field in one place", () => {
	expect(holding(/\.issues\b|\bprettifyError\b|\bflattenError\b|\btreeifyError\b/, product)).toEqual(
		Object.keys(ISSUES).sort(),
	);
});

/** Files that may trim text, with their reasons: no person is typing it, or it is the text of more than one person. */
const TRIMS: Record<string, string> = {
	"lib/text/typed-text.ts": "the one place",
	"components/overview/home-header.tsx": "the first word of a name that is kept",
	"components/shell/navigation/shell-member.ts": "the words of a name that is kept",
	"lib/i18n/choose-locale.ts": "a header of a browser",
	"lib/members/look-alikes.ts": "the skeleton of a name, not the name",
	"lib/imports/reference-list.ts": "lines and cells of a pasted sheet",
	"lib/text/search-text.ts": "an amount among other signs",
	"lib/amounts/written-amount.ts": "a figure and its unit in a cell",
	"lib/batches/recognise-columns.ts": "the skeleton of a heading, not the heading",
};

test("what a person typed is trimmed in one place, for forms, addresses and contracts alike", () => {
	const read = product.filter((file) => /^(app|components|lib)\//.test(file));
	expect(holding(/\.trim(?:Start|End)?\(/, read)).toEqual(Object.keys(TRIMS).sort());
});
