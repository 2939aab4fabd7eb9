import { beforeEach, describe, expect, test } from "vitest";
import { hashPassword } from "#server/access/password/passwords.ts";
import { readSession } from "#server/access/read-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { fixedClock, systemContext } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const { database } = await createTestDatabase();
const PASSWORD = "green-river-stone-kettle";
const OFFICE = { address: "203.0.113.7", userAgent: "test" };
let count = 0;

function scene() {
	const clock = fixedClock();
	const system = systemContext({ database, clock, program: "web" });
	return { clock, system };
}

async function newMember(role: "viewer" | "admin" = "viewer") {
	count += 1;
	const { clock } = scene();
	const email = `member-${count}@test.example`;
	return createAsOwner(database, clock, { email, name: `Test Member ${count}`, role, password: PASSWORD });
}

/** The code that a sign-in ends with, and the seconds to wait. */
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
	test("in whatever case gives a living session, in the record without the e-mail; its row holds no id that could be used", async () => {
		const { system } = scene();
		const member = await newMember();
		const session = await signIn(system, { email: member.email.toUpperCase(), password: PASSWORD, ...OFFICE });
		const entry = await newestEntry(database);
		expect(entry).toMatchObject({ action: "session.started", member_id: member.id });
		expect(JSON.stringify(entry)).not.toContain(member.email);
		expect(session.member).toEqual({ id: member.id, name: member.name, email: member.email, role: "viewer" });
		expect(session.expiresAt.getTime() - system.clock.now().getTime()).toBe(15 * 60_000);
		expect((await readSession(system, { id: session.id }))?.member.id).toBe(member.id);
		const rows = await database.selectFrom("session").selectAll().where("member_id", "=", member.id).execute();
		expect(JSON.stringify(rows)).not.toContain(session.id);
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

	test("waits for a new password that is being set at the same time, and then refuses the old one", async () => {
		const { system, clock } = scene();
		const { email, id } = await newMember();
		const passwordHash = await hashPassword("another-river-stone-kettle");
		const signingIn = await database.transaction().execute(async (trx) => {
			await applyMemberChange(trx, { memberId: id, change: {}, passwordHash, at: clock.now(), by: null });
			const work = outcome(signIn(system, { email, password: PASSWORD, ...OFFICE }));
			// The old password was right, and its session is about to open: it waits for this transaction.
			await untilWaiting(database, 1);
			return { work };
		});
		expect(await signingIn.work).toBe("wrong_credentials");
	});
});
