/** Guarantees that the database keeps as well: here the program alone forgets them, and the database is the last that can refuse. */

import type { Edit } from "#tests/simulation/mutations/mutation.ts";
import { MUTATIONS } from "#tests/simulation/mutations.ts";

export const LAST_GUARDS: readonly { name: string; edits: readonly Edit[] }[] = [
	{
		name: "one attempt for each payment",
		edits: [
			{ guard: "state-is-the-one-seen" },
			{ guard: "version-is-the-one-seen" },
			{ guard: "lanes-are-counted", put: "return true;" },
		],
	},
	{ name: "two people settle", edits: inProgram("an unknown payment is settled by one person") },
	{ name: "the maker does not approve", edits: inProgram("the maker approves") },
];

function inProgram(mutation: string): readonly Edit[] {
	const edits = MUTATIONS.find(({ name }) => name === mutation)?.edits;
	if (!edits) throw new Error(`there is no mutation "${mutation}"`);
	return edits.filter(({ guard }) => !guard.startsWith("model-"));
}
