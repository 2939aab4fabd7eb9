/** A way to break a rule of docs/payments.md, and the invariants that must tell it. */

/** The replacement of the guarded code; without `put` and `swap` the code is left out. */
export interface Edit {
	/** Named in the code by `// guard: name`. */
	guard: string;
	/** `$&` stands for the guarded code. */
	put?: string;
	/** Pieces of the guarded code, and their replacements. */
	swap?: Readonly<Record<string, string>>;
}

export interface Mutation {
	name: string;
	edits: readonly Edit[];
	/** Statements that take the same guarantee out of the database. */
	statements?: readonly string[];
	/** Any of these invariants may report it first. */
	breaks: readonly string[];
	/** The directed scenario that shows it; without one a seed must show it: this one, or another. */
	scenario?: string;
	seed?: number;
}

/** Shown by no seed and no scenario, but by a test of the desk. */
export interface TestedMutation {
	name: string;
	edits?: readonly Edit[];
	/** Run on the migrated database that the tests copy. */
	statements?: readonly string[];
	/** Below `tests/`, without its ending. */
	file: string;
	/** The test's title, after the name of its group. */
	test: string;
}
