import { beforeEach, describe, expect, test } from "vitest";
import { applyMemberChange } from "#server/access/apply-member-change.ts";
import { createMember } from "#server/access/create-member.ts";
import { hashPassword } from "#server/access/passwords.ts";
import { readSession } from "#server/access/read-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";

const { database } = await createTestDatabase();
const PASSWORD = "green-river-stone";
const OFFICE = { address: "203.0.113.7", userAgent: "test" };
let count = 0;

function scene() {
	const clock = fixedClock();
	const system = systemContext({ database, clock });
	return { clock, system };
}

async function newMember(role: "viewer" | "admin" = "viewer") {
	count += 1;
	const { clock } = scene();
	const email = `member-${count}@test.example`;
	return createMember(database, clock, { email, name: `Test Member ${count}`, role, password: PASSWORD }, null);
}

/** The code that a sign-in ends with, and the seconds it says to wait. */
async function outcome(work: Promise<unknown>): Promise<string> {
	return work.then(
		() => "in",
		(error: { code?: string; retryAfterSeconds?: number }) => `${error.code} ${error.retryAfterSeconds ?? ""}`.trim(),
	);
}

beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
});

describe("signing in", () => {
	test("gives a living session of the member, and the row holds no id that could be used", async () => {
		const { system } = scene();
		const member = await newMember();
		const session = await signIn(system, { email: member.email, password: PASSWORD, ...OFFICE });
		expect(session.member).toEqual({ id: member.id, name: member.name, email: member.email, role: "viewer" });
		expect(session.expiresAt.getTime() - system.clock.now().getTime()).toBe(15 * 60_000);
		expect((await readSession(system, { id: session.id }))?.member.id).toBe(member.id);
		const rows = await database.selectFrom("session").selectAll().where("member_id", "=", member.id).execute();
		expect(JSON.stringify(rows)).not.toContain(session.id);
	});

	test("does not mind the case of the e-mail", async () => {
		const { system } = scene();
		const member = await newMember();
		const email = member.email.toUpperCase();
		expect(await outcome(signIn(system, { email, password: PASSWORD, ...OFFICE }))).toBe("in");
	});

	test("of two people behind one address is not delayed where one web program's clock is a little behind", async () => {
		const [ahead, behind] = [scene(), scene()];
		ahead.clock.advance(40);
		const [first, second] = [await newMember(), await newMember()];
		expect(await outcome(signIn(ahead.system, { email: first.email, password: PASSWORD, ...OFFICE }))).toBe("in");
		expect(await outcome(signIn(behind.system, { email: second.email, password: PASSWORD, ...OFFICE }))).toBe("in");
	});

	test("gives a new id each time and ends the one that the browser carried", async () => {
		const { system } = scene();
		const { email } = await newMember();
		const first = await signIn(system, { email, password: PASSWORD, ...OFFICE });
		const second = await signIn(system, { email, password: PASSWORD, ...OFFICE, previousSessionId: first.id });
		expect(second.id).not.toBe(first.id);
		expect(await readSession(system, { id: first.id })).toBeNull();
		expect(await readSession(system, { id: second.id })).not.toBeNull();
	});

	test("is one answer for a wrong password, an unknown account and a disabled one", async () => {
		const { system, clock } = scene();
		const known = await newMember();
		const disabled = await newMember();
		await database.transaction().execute((trx) =>
			applyMemberChange(trx, {
				memberId: disabled.id,
				change: { disabled: true },
				passwordHash: null,
				at: clock.now(),
				by: null,
			}),
		);
		const tries = [
			signIn(system, { email: known.email, password: "not this password", ...OFFICE }),
			signIn(system, { email: "nobody@test.example", password: PASSWORD, ...OFFICE }),
			signIn(system, { email: disabled.email, password: PASSWORD, ...OFFICE }),
		];
		expect(await Promise.all(tries.map(outcome))).toEqual(Array(3).fill("wrong_credentials"));
	});

	test("is in the record, a refusal with the e-mail masked", async () => {
		const { system } = scene();
		const { email, id } = await newMember();
		await signIn(system, { email, password: PASSWORD, ...OFFICE });
		await outcome(signIn(system, { email, password: "not this password", ...OFFICE }));
		const entries = await database.selectFrom("audit_entry").selectAll().orderBy("id", "desc").limit(2).execute();
		const [refused, started] = entries;
		expect(started).toMatchObject({ action: "session.started", member_id: id });
		expect(refused).toMatchObject({ action: "session.refused", member_id: null, subject_id: id });
		expect(JSON.stringify(entries)).not.toContain(email);
	});

	test("waits for a new password that is being set at the same time, and then refuses the old one", async () => {
		const { system, clock } = scene();
		const { email, id } = await newMember();
		const passwordHash = await hashPassword("another-river-stone");
		const signingIn = await database.transaction().execute(async (trx) => {
			await applyMemberChange(trx, { memberId: id, change: {}, passwordHash, at: clock.now(), by: null });
			const work = outcome(signIn(system, { email, password: PASSWORD, ...OFFICE }));
			// The old password was right and its session is about to open: it waits for this transaction.
			await untilWaiting(database, 1);
			return { work };
		});
		expect(await signingIn.work).toBe("wrong_credentials");
	});
});

describe("wrong passwords", () => {
	test("are answered at once four times, then later and later, by account", async () => {
		const { system, clock } = scene();
		const { email } = await newMember();
		const wrong = (address: string) =>
			outcome(signIn(system, { email, password: "wrong password", address, userAgent: null }));
		const answers: string[] = [];
		for (let guess = 0; guess < 5; guess += 1) answers.push(await wrong(`198.51.100.${guess}`));
		expect(answers).toEqual(Array(5).fill("wrong_credentials"));
		expect(await wrong("198.51.100.9")).toBe("too_many_attempts 1");
		clock.advance(1_000);
		expect(await wrong("198.51.100.10")).toBe("wrong_credentials");
		expect(await wrong("198.51.100.11")).toBe("too_many_attempts 2");
		clock.advance(1_999);
		expect(await wrong("198.51.100.12")).toBe("too_many_attempts 1");
	});

	test("of an unknown account are delayed just the same", async () => {
		const { system } = scene();
		const answers: string[] = [];
		for (let guess = 0; guess < 6; guess += 1) {
			const input = { email: "ghost@test.example", password: "wrong password", address: `198.51.101.${guess}` };
			answers.push(await outcome(signIn(system, { ...input, userAgent: null })));
		}
		expect(answers).toEqual([...Array(5).fill("wrong_credentials"), "too_many_attempts 1"]);
	});

	test("from one address at many accounts are delayed too", async () => {
		const { system } = scene();
		const answers: string[] = [];
		for (let guess = 0; guess < 21; guess += 1) {
			const input = { email: `spray-${guess}@test.example`, password: "wrong password", ...OFFICE };
			answers.push(await outcome(signIn(system, input)));
		}
		expect(answers).toEqual([...Array(20).fill("wrong_credentials"), "too_many_attempts 1"]);
	});

	test("of many at once cannot slip through together", async () => {
		const { system } = scene();
		const { email } = await newMember();
		const guesses = Array.from({ length: 30 }, (_, guess) =>
			outcome(signIn(system, { email, password: `wrong ${guess}`, address: `198.51.102.${guess}`, userAgent: null })),
		);
		const answers = await Promise.all(guesses);
		expect(answers.filter((answer) => answer === "wrong_credentials")).toHaveLength(5);
		expect(answers.filter((answer) => answer.startsWith("too_many_attempts"))).toHaveLength(25);
	});

	test("lock nobody out: after the wait the right password opens, and the account starts anew", async () => {
		const { system, clock } = scene();
		const { email } = await newMember();
		const attempt = (password: string, guess: number) =>
			outcome(signIn(system, { email, password, address: `198.51.103.${guess}`, userAgent: null }));
		for (let guess = 0; guess < 5; guess += 1) await attempt("wrong password", guess);
		expect(await attempt(PASSWORD, 6)).toBe("too_many_attempts 1");
		clock.advance(1_000);
		expect(await attempt(PASSWORD, 7)).toBe("in");
		expect(await attempt("wrong password", 8)).toBe("wrong_credentials");
		expect(await attempt("wrong password", 9)).toBe("wrong_credentials");
	});

	test("are forgotten after an hour without one", async () => {
		const { system, clock } = scene();
		const { email } = await newMember();
		const wrong = (guess: number) =>
			outcome(signIn(system, { email, password: "wrong", address: `198.51.104.${guess}`, userAgent: null }));
		for (let guess = 0; guess < 5; guess += 1) await wrong(guess);
		clock.advance(3_600_000 + 2_000);
		expect(await wrong(6)).toBe("wrong_credentials");
		expect(await wrong(7)).toBe("wrong_credentials");
	});

	test("leave no e-mail or address in the table", async () => {
		const { system } = scene();
		await outcome(signIn(system, { email: "trace@test.example", password: "wrong", ...OFFICE }));
		const rows = await database.selectFrom("sign_in_delay").select("key").execute();
		expect(rows).toHaveLength(2);
		expect(rows.every(({ key }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
	});
});
