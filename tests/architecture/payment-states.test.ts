import { expect, test } from "vitest";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const HOME = "lib/payment-state.ts";
// The service's states are not ours, though some have the same names.
const OTHER_WORDS = ["server/sandbox/", "server/momo/"];
// Tests name states independently on purpose: a judge must not share the product's lists.
const JUDGES = ["tests/unit/", "tests/integration/", "tests/e2e/", "tests/simulation/", "tests/architecture/"];
const ELSEWHERE: Record<string, string> = {
	"lib/batches/batch-states.ts": "states of a batch, some of which are words of a payment's too",
	"server/cli/demo-data/past-payments.ts": "statuses of the service that the demo's admin listed as failures",
};

const WORD = /["'](\w+)["']/g;
// The contents of an array or an `in (…)` without nesting, or one value that is compared with two words.
const GROUPS = [
	/\[([^[\](){}]*)\]/g,
	/\bin\s*\(([^()]*)\)/gi,
	/([\w.?]+ === "\w+"\s*\|\|\s*[\w.?]+ === "\w+")/g,
	/([\w.?]+ === "\w+"\s*\|\|\s*\w+_STATES\.includes)/g,
	/([\w.?]+ !== "\w+"\s*&&\s*[\w.?]+ !== "\w+")/g,
	/([\w.]+ = '\w+'\s+or\s+[\w.]+ = '\w+')/gi,
	/([\w.]+ <> '\w+'\s+and\s+[\w.]+ <> '\w+')/gi,
];
const COMPARED = /([\w.?]+) (?:[!=]==|=|<>) ["']/g;
const NAMED_GROUP = /(?:\.\.\.|\|\|\s*)(?!PAYMENT_STATES)\w+_STATES\b/;

/** Returns the groups of two or more states, or of one state beside a spread group, with no other contents. */
function stateGroups(text: string): string[] {
	const known = new Set<string>(PAYMENT_STATES);
	return GROUPS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, inside = ""]) => inside)).filter((inside) => {
		const words = [...inside.matchAll(WORD)].map(([, word = ""]) => word);
		const compared = new Set([...inside.matchAll(COMPARED)].map(([, what]) => what));
		const isGroup = words.length > 1 || (words.length === 1 && NAMED_GROUP.test(inside));
		return isGroup && compared.size < 2 && words.every((word) => known.has(word));
	});
}

test("states are grouped in lib/payment-state.ts alone", () => {
	const read = sourceFiles().filter((file) => ![...OTHER_WORDS, ...JUDGES].some((folder) => file.startsWith(folder)));
	const found = read.filter((file) => stateGroups(readSource(file)).length > 0);
	expect(found.sort()).toEqual([HOME, ...Object.keys(ELSEWHERE)].sort());
});

test.each([
	[`.where("state", "in", ["awaiting_approval", "approved"])`, 1],
	["where state in ('sending', 'pending') and kind = 'payout'", 1],
	[`const GROUP = [\n\t"unknown",\n\t"may_have_left",\n\t...OTHERS,\n];`, 1],
	[`z.enum(["approved", "sending"])`, 1],
	[`[...WAITING_STATES, "failed"]`, 1],
	[`state === "succeeded" || state === "failed"`, 1],
	[`if (payment.state !== "sending" &&\n\tpayment.state !== "unknown") return`, 1],
	["where payment.state = 'sending' or payment.state = 'unknown'", 1],
	[`state === "pending" || FINAL_STATUS_STATES.includes(state)`, 1],
	["[...WAITING_STATES, ...PAID_STATES]", 0],
	[`["open", ...PAYMENT_STATES]`, 0],
	[`["succeeded", "succeeded_late"]`, 0],
	[`status === "success" || status === "pending"`, 0],
	[`kind === "failed" || outcome === "refused"`, 0],
])("a group would be found: %s", (text, many) => {
	expect(stateGroups(text)).toHaveLength(many);
});
