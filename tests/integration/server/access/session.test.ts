import { describe, expect, test } from "vitest";
import { isChangeRequested } from "#lib/addresses/change-requested.ts";
import { endSession } from "#server/access/end-session.ts";
import { readSession } from "#server/access/read-session.ts";
import { newSessionId } from "#server/access/session-id.ts";
import { signIn } from "#server/access/sign-in.ts";
import { createAsOwner } from "#server/cli/member/create-as-owner.ts";
import { changeMember } from "#server/members/change-member.ts";
import { addMember, contextFor, fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { confirmBy } from "#tests/support/desk/second-admin.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const { database } = await createTestDatabase();
const PASSWORD = "green-river-stone-kettle";
const MINUTE = 60_000;
let count = 0;

async function signedIn() {
	count += 1;
	const clock = fixedClock();
	const system = systemContext({ database, clock, program: "web" });
	const email = `person-${count}@test.example`;
	const person = { email, name: `Person ${count}`, role: "maker", password: PASSWORD } as const;
	const member = await createAsOwner(database, clock, person);
	const { id } = await signIn(system, { email, password: PASSWORD, address: `10.0.0.${count}`, userAgent: null });
	const isAlive = async (counts = true) => (await readSession(system, { id, counts })) !== null;
	return { clock, system, member, id, isAlive };
}

describe("a session", () => {
	test("goes on while it is used, but never beyond twelve hours", async () => {
		const { clock, isAlive } = await signedIn();
		for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
			clock.advance(10 * MINUTE);
			expect(await isAlive()).toBe(true);
		}
		clock.advance(10 * MINUTE);
		expect(await isAlive()).toBe(false);
	});

	test("ends after fifteen minutes without a person, and is not kept alive by what no person did", async () => {
		const { clock, isAlive } = await signedIn();
		for (let minutes = 0; minutes < 14; minutes += 1) {
			clock.advance(MINUTE);
			expect(await isAlive(false)).toBe(true);
		}
		clock.advance(MINUTE - 1);
		expect(await isAlive(false)).toBe(true);
		clock.advance(1);
		expect(await isAlive()).toBe(false);
	});

	test("is written at most every thirty seconds", async () => {
		const { clock, isAlive, member } = await signedIn();
		const lastSeen = async () => {
			const rows = database.selectFrom("session").select("last_seen_at").where("member_id", "=", member.id);
			return (await rows.executeTakeFirstOrThrow()).last_seen_at.getTime();
		};
		const start = clock.now().getTime();
		clock.advance(29_000);
		await isAlive();
		expect(await lastSeen()).toBe(start);
		clock.advance(1_000);
		await isAlive();
		expect(await lastSeen()).toBe(start + 30_000);
	});

	test("lives as long as SESSION_IDLE_MINUTES says", async () => {
		const { clock, system, isAlive, id } = await signedIn();
		const config = { ...system.config, sessionIdleMs: 5 * MINUTE };
		clock.advance(5 * MINUTE);
		expect(await readSession({ ...system, config }, { id })).toBeNull();
		expect(await isAlive()).toBe(true);
	});

	test("that ended stays ended, whoever still has its cookie, and the end is in the record once", async () => {
		const { system, id, isAlive, member } = await signedIn();
		await endSession(system, { id });
		await endSession(system, { id });
		expect(await isAlive()).toBe(false);
		const entries = await auditEntries(database, { member_id: member.id });
		expect(entries.map(({ action }) => action)).toEqual(["session.started", "session.ended"]);
		for (const nobodys of [newSessionId(), null]) expect(await readSession(system, { id: nobodys })).toBeNull();
	});

	test.each([
		["another role", { role: "viewer" } as const],
		["a disabling", { disabled: true } as const],
		["a new password", { password: "another-river-stone-kettle" } as const],
	])("ends with %s of its member", async (_, change) => {
		const { system, isAlive, member } = await signedIn();
		const asker = contextFor(system, await addMember(database, "admin"));
		const second = contextFor(system, await addMember(database, "admin"));
		const answer = await changeMember(asker, { id: member.id, change });
		if (isChangeRequested(answer)) await confirmBy(asker, answer, second);
		expect(await isAlive()).toBe(false);
	});

	test("goes on when a change changes nothing", async () => {
		const { system, isAlive, member } = await signedIn();
		const admin = await addMember(database, "admin");
		await changeMember(contextFor(system, admin), { id: member.id, change: { role: "maker", disabled: false } });
		expect(await isAlive()).toBe(true);
	});
});
