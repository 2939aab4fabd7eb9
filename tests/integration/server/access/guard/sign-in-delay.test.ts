import { beforeEach, describe, expect, test } from "vitest";
import { purgeDelays } from "#server/access/guard/sign-in-delay.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { guardedDesk } from "#tests/support/desk/guarded-desk.ts";

const { database } = await createTestDatabase();
const desk = await guardedDesk(database);
const OFFICE = "203.0.113.7";
const ELSEWHERE = "198.51.100.9";
const wrong = { password: "wrong password", address: ELSEWHERE };

beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
});

describe("wrong passwords", () => {
	test("from one address are answered at once five times, then later and later; of an account that nobody has are delayed just the same", async () => {
		const { email } = await desk.member();
		expect(await desk.guess({ email, address: ELSEWHERE })).toBe(5);
		expect(await desk.try({ email, ...wrong })).toBe("too_many_attempts 1");
		desk.clock.advance(1_000);
		expect(await desk.try({ email, ...wrong })).toBe("wrong_credentials");
		expect(await desk.try({ email, ...wrong })).toBe("too_many_attempts 2");
		desk.clock.advance(1_999);
		expect(await desk.try({ email, ...wrong })).toBe("too_many_attempts 1");
		expect(await desk.guess({ email: "ghost@test.example", address: ELSEWHERE })).toBe(5);
	});

	test("from one address at many accounts are delayed too", async () => {
		const answers: string[] = [];
		for (let guess = 0; guess < 21; guess += 1)
			answers.push(await desk.try({ email: `spray-${guess}@test.example`, ...wrong }));
		expect(answers).toEqual([...Array(20).fill("wrong_credentials"), "too_many_attempts 1"]);
	});

	test("from one address that does not stop are refused without hurry", async () => {
		const { email } = await desk.member();
		const address = "198.51.100.77";
		await desk.guess({ email, address });
		const began = performance.now();
		const answers = await Promise.all(Array.from({ length: 30 }, () => desk.try({ email, ...wrong, address })));
		expect(answers.filter((answer) => answer.startsWith("too_many_attempts"))).toHaveLength(30);
		// Twenty guesses at once, then twenty a second; the last guess before them was refused too.
		expect(performance.now() - began).toBeGreaterThan(450);
	});

	test("from a hundred addresses at one account are delayed, half a minute at most", async () => {
		const { email } = await desk.member();
		const answers = await Promise.all(
			Array.from({ length: 101 }, (_, guess) => desk.try({ email, password: "wrong", address: `10.0.0.${guess}` })),
		);
		expect(answers.filter((answer) => answer === "wrong_credentials").length).toBeGreaterThanOrEqual(100);
		expect(await desk.try({ email, address: OFFICE })).toMatch(/^too_many_attempts [12]$/);
		desk.clock.advance(30_000);
		expect(await desk.try({ email, address: OFFICE })).toBe("in");
	}, 60_000);

	test("are forgotten after an hour without one, or with the right one", async () => {
		const { email } = await desk.member();
		await desk.guess({ email, address: ELSEWHERE });
		desk.clock.advance(3_602_000);
		expect(await desk.guess({ email, address: ELSEWHERE })).toBe(5);
		desk.clock.advance(1_000);
		expect(await desk.try({ email, address: ELSEWHERE })).toBe("in");
		expect(await desk.guess({ email, address: ELSEWHERE })).toBe(5);
	});

	test("leave no e-mail or address in the table, and nothing at all after a day", async () => {
		await desk.try({ email: "trace@test.example", ...wrong });
		const rows = () => database.selectFrom("sign_in_delay").selectAll().execute();
		expect(await rows()).toHaveLength(3);
		for (const { key, account } of await rows())
			expect(`${key} ${account}`).toMatch(/^[0-9a-f]{64} ([0-9a-f]{64}|null)$/);
		desk.clock.advance(24 * 3_600_000 + 1);
		await purgeDelays(database, desk.clock.now());
		expect(await rows()).toEqual([]);
	});
});

describe("a member at whose account others guess", () => {
	test("signs in with the right password from another address, in a browser that nobody knows", async () => {
		const { email } = await desk.member();
		await desk.guess({ email, address: ELSEWHERE });
		expect(await desk.try({ email, address: OFFICE })).toBe("in");
	});

	test("signs in from the guessers' own address in a browser that is known, however much they guess", async () => {
		const { email } = await desk.member();
		const own = desk.browser();
		await own.try({ email, address: OFFICE });
		for (let round = 0; round < 12; round += 1) {
			await desk.guess({ email, address: OFFICE });
			for (let other = 0; other < 5; other += 1)
				await desk.try({ email: `spray-${round}-${other}@test.example`, password: "wrong", address: OFFICE });
			expect(await own.try({ email, address: OFFICE }), `round ${round}`).toBe("in");
			desk.clock.advance(2 ** round * 1_000);
		}
	}, 60_000);

	test("is slowed down in a known browser by what is typed wrongly in it, and by that alone", async () => {
		const { email } = await desk.member();
		const [one, other] = [desk.browser(), desk.browser()];
		await one.try({ email });
		await other.try({ email });
		for (let guess = 0; guess < 5; guess += 1) expect(await one.try({ email, ...wrong })).toBe("wrong_credentials");
		expect(await one.try({ email })).toBe("too_many_attempts 1");
		expect(await other.try({ email })).toBe("in");
		desk.clock.advance(1_000);
		expect(await one.try({ email })).toBe("in");
	});

	test("signs in at once after a password reset", async () => {
		const member = await desk.member();
		await desk.guess({ email: member.email, address: OFFICE });
		for (let other = 0; other < 20; other += 1)
			await desk.try({ email: `spray-${other}@test.example`, password: "wrong", address: OFFICE });
		const passwordHash = await hashPassword("moss copper gate window");
		const step = { memberId: member.id, change: {}, passwordHash, at: desk.clock.now(), by: null };
		expect(await desk.try({ email: member.email, address: OFFICE })).toMatch(/^too_many_attempts/);
		await database.transaction().execute((trx) => applyMemberChange(trx, step));
		const again = { email: member.email, password: "moss copper gate window", address: OFFICE };
		expect(await desk.try(again)).toBe("in");
	});
});
