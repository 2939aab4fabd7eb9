/** Names that once meant several things mean one: the glossary of docs/architecture.md says which, and names have it nowhere else. */
import { basename } from "node:path";
import { expect, test } from "vitest";
import { readSource, sourceFiles } from "#tests/architecture/read-imports.ts";

const DECLARED = /^export (?:default |async |const )*(?:function\*?|class|interface|type|const)?\s*(\w+)/gm;
/** Also what a file keeps for itself. */
const DECLARED_AT_TOP = /^(?:export )?(?:default |async )*(?:function\*?|class|interface|type|const) (\w+)/gm;
/** And wherever in it, with members and parameters that are texts. */
const DECLARED_ANYWHERE =
	/\b(?:const|let|function\*?|class|interface|type) (\w+)|\b(\w+)\??: (?=string\b|OptionalText|z\.string)/g;

interface Meaning {
	/** As a part of a name in camel case, of a file's name in small letters. */
	part: RegExp;
	/** Where the name has its one meaning. */
	within: RegExp;
	/** Where a name is looked for, when not only among what a file gives to others. */
	declared?: RegExp;
}

const MEANINGS: Readonly<Record<string, Meaning>> = {
	// Verbatim text of the service; and the words of a language, of which passwords are made.
	words: {
		part: /^words?$/,
		within:
			/^(server\/(momo\/|access\/password\/|errors|payments\/stop\/service-wait|store\/(tables|lost-database-tables|keep-observations)|settings\/read-service-record)|lib\/contracts\/(payment-event|service-(fault|record)))/,
		declared: DECLARED_ANYWHERE,
	},
	facts: { part: /^facts?$/, within: /^(lib\/(payment-state|contracts\/payment-event)|server\/payments\/rules\/)/ },
	look: {
		part: /^looks?$/,
		within:
			/^(server\/(wallets|reconciliation|store|cli\/demo-data)\/|server\/payments\/settle\/balance|lib\/contracts\/reconciliation)/,
	},
	doubt: {
		part: /^doubts?$/,
		within: /^(server\/(payments\/(stop|settle)|backup|cli|store|continuity)\/|lib\/|components\/)/,
	},
	lane: {
		part: /^lanes?$/,
		within: /^server\/(payments\/send|payments\/[\w-]+\.ts|settings|worker|store|sandbox)|^lib\//,
	},
	finding: {
		part: /^findings?$/,
		within: /^(server\/(reconciliation|overview|store)|components\/(reconciliation|overview)|lib)\//,
	},
	verdict: {
		part: /^verdicts?$/,
		within:
			/^((server|components)\/payments\/settle\/|lib\/(payment-state|contracts\/(payment|reconciliation)|queries\/payments)\.ts)/,
		declared: DECLARED_AT_TOP,
	},
};
/** Verbs, and names of other things that only sound alike. */
const OTHERS = /lookUp|LookUp|looksLike|Outlook|look-up|look-alikes|lookups|outlook/;

/** "readLooks" → read, looks; "past-looks" and "PAST_LOOKS" alike. */
function partsOf(name: string): string[] {
	return name.split(/(?<=[a-z\d])(?=[A-Z])|[-_.]/).map((part) => part.toLowerCase());
}

/** What a file is called, and what it declares. */
function namesIn(file: string, declared = DECLARED): string[] {
	return [
		basename(file).replace(/\.tsx?$/, ""),
		...[...readSource(file).matchAll(declared)].map(([, name, member]) => name ?? member ?? ""),
	];
}

test.each(Object.entries(MEANINGS))(
	"%s has one meaning, which the glossary tells",
	(name, { part, within, declared }) => {
		const files = sourceFiles().filter((file) => /^(app|components|lib|server)\//.test(file));
		const uses = (file: string) =>
			namesIn(file, declared).some((each) => !OTHERS.test(each) && partsOf(each).some((one) => part.test(one)));
		expect(files.filter((file) => uses(file) && !within.test(file))).toEqual([]);
		expect(files.filter((file) => uses(file) && within.test(file))).not.toEqual([]);
		expect(readSource("docs/architecture.md")).toMatch(new RegExp(`^\\| ${name} `, "m"));
	},
);

test("no name says standing: what stands where is a state, a status, a rule in force, or progress", () => {
	const files = sourceFiles().filter((file) => /^(app|components|lib|server)\//.test(file));
	expect(files.filter((file) => namesIn(file).some((each) => partsOf(each).includes("standing")))).toEqual([]);
});
