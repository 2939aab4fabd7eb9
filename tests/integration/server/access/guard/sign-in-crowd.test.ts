import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { guardedDesk } from "#tests/support/desk/guarded-desk.ts";

const { database } = await createTestDatabase();
const desk = await guardedDesk(database);
const MANY = 40;
const ALL_IN = { in: MANY };

const times = <T>(what: (index: number) => Promise<T>) =>
	Promise.all(Array.from({ length: MANY }, (_, index) => what(index)));
const sum = (answers: readonly string[]) =>
	Object.fromEntries([...Map.groupBy(answers, String)].map(([answer, all]) => [answer, all.length]));

test("forty right passwords of forty accounts behind one address at once all open", async () => {
	const members = await times(() => desk.member());
	const address = "203.0.113.2";
	expect(sum(await Promise.all(members.map(({ email }) => desk.try({ email, address }))))).toEqual(ALL_IN);
}, 60_000);

test("forty right passwords open beside as many wrong ones at the same account from elsewhere", async () => {
	const { email } = await desk.member();
	const right = times(() => desk.try({ email, address: "203.0.113.3" }));
	const wrong = times((guess) => desk.try({ email, password: `guess ${guess}`, address: `198.51.100.${guess}` }));
	expect(sum(await right)).toEqual(ALL_IN);
	expect(sum(await wrong)).toEqual({ wrong_credentials: MANY });
}, 60_000);

test("thirty wrong passwords at once cannot slip through together: five are read, as one after another", async () => {
	const { email } = await desk.member();
	const guesses = Array.from({ length: 30 }, (_, guess) =>
		desk.try({ email, password: `guess ${guess}`, address: "203.0.113.4" }),
	);
	expect(sum(await Promise.all(guesses))).toEqual({ wrong_credentials: 5, "too_many_attempts 1": 25 });
}, 60_000);

test("a right password among many wrong ones from its own address at once opens, where its browser is known", async () => {
	const { email } = await desk.member();
	const address = "203.0.113.5";
	const known = desk.browser();
	await known.try({ email, address });
	const wrong = times((guess) => desk.try({ email, password: `guess ${guess}`, address }));
	expect(await known.try({ email, address })).toBe("in");
	await wrong;
	expect(await known.try({ email, address })).toBe("in");
}, 60_000);
