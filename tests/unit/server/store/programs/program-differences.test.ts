import { expect, test } from "vitest";
import { programDifferences } from "#server/store/programs/program-differences.ts";
import type { LivingProgram } from "#server/store/programs/program-heartbeats.ts";

const at = new Date("2026-03-10T09:00:00.000Z");
const alike = { version: "0.1.0", currencies: "XAF,XOF", session_password: "aa", started_at: at, seen_at: at };
const program = (kind: "web" | "worker", machine: string, own: Partial<LivingProgram> = {}): LivingProgram => ({
	...alike,
	id: `${kind}:${machine}`,
	kind,
	machine,
	...own,
});

test("programs that are alike, one program and none differ in nothing", () => {
	expect(programDifferences([])).toEqual([]);
	expect(programDifferences([program("web", "abidjan")])).toEqual([]);
	expect(programDifferences([program("web", "abidjan"), program("worker", "bouake")])).toEqual([]);
});

test("what differs names each program by what it has; a digest of a password is not told", () => {
	const own = { currencies: "XOF", session_password: "bb", version: "0.2.0" };
	const found = programDifferences([
		program("web", "abidjan"),
		program("worker", "abidjan"),
		program("web", "bouake", own),
	]);
	const abidjan = [
		{ kind: "web", machine: "abidjan" },
		{ kind: "worker", machine: "abidjan" },
	];
	const bouake = [{ kind: "web", machine: "bouake" }];
	const groups = (first: string | null, second: string | null) => [
		{ value: first, programs: abidjan },
		{ value: second, programs: bouake },
	];
	expect(found).toEqual([
		{ what: "session_password", groups: groups(null, null) },
		{ what: "currencies", groups: groups("XAF,XOF", "XOF") },
		{ what: "version", groups: groups("0.1.0", "0.2.0") },
	]);
});
