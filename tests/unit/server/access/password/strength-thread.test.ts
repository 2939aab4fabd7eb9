import { expect, test } from "vitest";
import { judgeStrength } from "#server/access/password/judge-strength.ts";
import { guessesLog10 } from "#server/access/password/password-strength.ts";
import { judgeBeside } from "#server/access/password/strength-thread.ts";

const PASSWORDS = [
	"correct horse battery staple",
	"motdepasse2026",
	"kapok-abcdef-991-zz",
	"Ouagadougou",
	"a".repeat(100),
];

test("a password is judged beside the program as in it, many at once, and again after the thread has ended", async () => {
	const known = ["kapok", "maison baobab"];
	const here = await Promise.all(PASSWORDS.map((password) => judgeStrength(password, known)));
	judgeBeside(1);
	const beside = () => Promise.all(PASSWORDS.map((password) => guessesLog10(password, known)));
	expect(await beside()).toEqual(here);
	// The idle thread ends by itself; the next password starts another.
	await expect.poll(beside, { timeout: 20_000 }).toEqual(here);
}, 60_000);
