import { expect, test } from "vitest";
import { DifferingPrograms } from "#components/settings/configuration/differing-programs.tsx";
import type { ProgramDifference } from "#lib/contracts/configuration.ts";
import { textOf } from "#tests/support/rendered.tsx";

const abidjan = { kind: "web", machine: "abidjan" } as const;
const bouake = { kind: "worker", machine: "bouake" } as const;
const groups = (first: string | null, second: string | null) => [
	{ value: first, programs: [abidjan] },
	{ value: second, programs: [bouake] },
];

const shows = (differences: readonly ProgramDifference[], locale: "en" | "fr") =>
	textOf(<DifferingPrograms differences={differences} />, locale, "|");

test("nothing stands there while machines are alike", () => {
	expect(shows([], "en")).toBe("");
});

test("each difference names the programs by what they have, and a password by a number alone", () => {
	const different: ProgramDifference[] = [
		{ what: "session_password", groups: groups(null, null) },
		{ what: "currencies", groups: groups("XAF,XOF", "XOF") },
		{ what: "version", groups: groups("0.1.0", "0.2.0") },
	];
	const english = shows(different, "en");
	expect(english).toContain("|Password 1|the web program on abidjan|Password 2|the sending program on bouake|");
	expect(english).toContain("|XAF, XOF|the web program on abidjan|XOF|the sending program on bouake|");
	expect(english).toContain("|Machines run different versions.|");
	expect(shows(different, "fr")).toContain("|Mot de passe 1|le programme web sur abidjan|Mot de passe 2|");
});
