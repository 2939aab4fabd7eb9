import { beforeEach, describe, expect, test } from "vitest";
import { ownSessionSchema } from "#lib/contracts/account.ts";
import { changeOwnPassword } from "#server/access/change-own-password.ts";
import { endOtherSessions } from "#server/access/end-other-sessions.ts";
import { endOwnSession } from "#server/access/end-own-session.ts";
import { listOwnSessions } from "#server/access/list-own-sessions.ts";
import { hashPassword } from "#server/access/password/passwords.ts";
import { readSession } from "#server/access/read-session.ts";
import { signIn } from "#server/access/sign-in.ts";
import type { Actor } from "#server/context.ts";
import { changeMember } from "#server/members/change-member.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { addMember, contextFor, fixedClock, systemContext } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const { database } = await createTestDatabase();
const clock = fixedClock();
const system = systemContext({ database, clock, program: "web" });
const OLD = "green-river-stone-kettle";
const NEW = "kapok-lantern-seven";
const passwordHash = await hashPassword(OLD);
const PHONE =
	"Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const DESK = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

async function someone(role: "viewer" | "admin" = "viewer"): Promise<Actor> {
	const member = await addMember(database, role);
	await asOwner(database, (trx) => updateRows(trx, "member", { id: member.id }, { password_hash: passwordHash }));
	return member;
}

const ADDRESS = "198.51.100.7";
const STRANGER = { address: "203.0.113.66", userAgent: null };
const enter = async ({ email }: Actor, password = OLD, userAgent: string | null = DESK) =>
	(await signIn(system, { email, password, address: ADDRESS, userAgent })).id;
const listOf = async (member: Actor, sessionId: string) =>
	(await listOwnSessions(contextFor(system, member), { sessionId })).items;
const isOpen = async (id: string) => (await readSession(system, { id })) !== null;
const change = (member: Actor, sessionId: string, current: string, password: string) =>
	changeOwnPassword(contextFor(system, member), { current, password, sessionId });
const recordOf = (member: Actor) => auditEntries(database, { member_id: member.id });

beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
});

describe("the sessions of a member", () => {
	test("are listed with browser and times, the newest use first, and none of anybody else's", async () => {
		const [member, other] = [await someone(), await someone()];
		const desk = await enter(member);
		await enter(other);
		clock.advance(60_000);
		await enter(member, OLD, PHONE);
		clock.advance(60_000);
		await enter(member, OLD, null);
		const items = await listOf(member, desk);
		expect(items.map(({ browser, system: os, current }) => [browser, os, current])).toEqual([
			[null, null, false],
			["Chrome", "Android", false],
			["Firefox", "Windows", true],
		]);
		expect(items).toEqual(items.map((item) => ownSessionSchema.parse(item)));
		expect(JSON.stringify(items)).not.toContain(desk);
	});

	test("leave the list when they are over: signed out, idle too long, or too old", async () => {
		const member = await someone();
		await enter(member);
		clock.advance(15 * 60_000);
		const here = await enter(member);
		expect((await listOf(member, here)).map(({ current }) => current)).toEqual([true]);
		expect(await endOtherSessions(contextFor(system, member), { sessionId: here })).toEqual({ ended: 0 });
		expect((await recordOf(member)).filter(({ action }) => action === "session.ended")).toEqual([]);
	});

	test("end one by one, by their owner alone, and open nothing any more", async () => {
		const [member, other] = [await someone(), await someone("admin")];
		const [here, phone] = [await enter(member), await enter(member, OLD, PHONE)];
		const name = (await listOf(member, here)).find(({ current }) => !current)?.id ?? "?";
		const refused = { code: "not_found" };
		await expect(endOwnSession(contextFor(system, other), { name })).rejects.toMatchObject(refused);
		expect(await isOpen(phone)).toBe(true);
		await endOwnSession(contextFor(system, member), { name });
		expect([await isOpen(here), await isOpen(phone)]).toEqual([true, false]);
		await expect(endOwnSession(contextFor(system, member), { name })).rejects.toMatchObject(refused);
		expect((await recordOf(member)).at(-1)).toMatchObject({ action: "session.ended", subject_id: name });
	});

	test("end all at once but for the one that asks, each in the record", async () => {
		const [member, other] = [await someone(), await someone()];
		const [here, first, second] = [await enter(member), await enter(member), await enter(member)];
		const strangers = await enter(other);
		expect(await endOtherSessions(contextFor(system, member), { sessionId: here })).toEqual({ ended: 2 });
		expect(await Promise.all([here, first, second, strangers].map(isOpen))).toEqual([true, false, false, true]);
		expect((await recordOf(member)).filter(({ action }) => action === "session.ended")).toHaveLength(2);
	});
});

describe("a new password of one's own", () => {
	test("takes the place of the old one, ends every other session, and is in no record", async () => {
		const member = await someone();
		const [here, phone] = [await enter(member), await enter(member, OLD, PHONE)];
		await change(member, here, OLD, NEW);
		expect([await isOpen(here), await isOpen(phone)]).toEqual([true, false]);
		await expect(enter(member, OLD)).rejects.toMatchObject({ code: "wrong_credentials" });
		expect(await isOpen(await enter(member, NEW))).toBe(true);
		const record = await recordOf(member);
		expect(record.map(({ action }) => action)).toContain("member.password_changed");
		expect(JSON.stringify(record)).not.toMatch(new RegExp(`${OLD}|${NEW}`));
	});

	test("needs the current one; guesses are in the record and slow down, and nobody else's do", async () => {
		const [member, other] = [await someone(), await someone()];
		const here = await enter(member);
		const wrong = { code: "invalid_input", fields: { current: "wrong_password" } };
		const strangers = (guess: number) => signIn(system, { email: other.email, password: `${guess}`, ...STRANGER });
		for (let guess = 0; guess < 5; guess += 1) {
			await expect(change(member, here, `guess-number-${guess}`, NEW)).rejects.toMatchObject(wrong);
			await expect(strangers(guess)).rejects.toMatchObject({ code: "wrong_credentials" });
		}
		const slow = { code: "too_many_attempts", retryAfterSeconds: 1 };
		await expect(change(member, here, OLD, NEW)).rejects.toMatchObject(slow);
		await change(other, await enter(other), OLD, NEW);
		clock.advance(1_000);
		await change(member, here, OLD, NEW);
		const ofAddress = database.selectFrom("sign_in_delay").select("failures").where("kind", "=", "address");
		expect(await ofAddress.execute()).toEqual([{ failures: 5 }]);
		const refusals = (await recordOf(member)).filter(({ action }) => action === "member.password_refused");
		expect(refusals).toHaveLength(5);
	});

	test("is guessed at one after the other: thirty at once cannot slip through together", async () => {
		const member = await someone();
		const here = await enter(member);
		const guesses = Array.from({ length: 30 }, (_, guess) =>
			change(member, here, `guess-number-${guess}`, NEW).catch(({ code }: { code: string }) => code),
		);
		const answers = await Promise.all(guesses);
		expect(answers.filter((code) => code === "invalid_input")).toHaveLength(5);
		expect(answers.filter((code) => code === "too_many_attempts")).toHaveLength(25);
	});

	test.each([
		["the old one", OLD, "same_password"],
		["one that is easy to guess", "password-1234", "too_common"],
	])("cannot be %s; the current one is no failed guess then", async (_what, password, fault) => {
		const member = await someone();
		const here = await enter(member);
		for (let tries = 0; tries < 8; tries += 1)
			await expect(change(member, here, OLD, password)).rejects.toMatchObject({ fields: { password: fault } });
		expect(await isOpen(await enter(member))).toBe(true);
	});

	test("does not undo the reset that an admin makes at the same time", async () => {
		const [member, admin] = [await someone(), await someone("admin")];
		const here = await enter(member);
		const begun = await database.transaction().execute(async (trx) => {
			await trx.selectFrom("member").selectAll().where("id", "=", member.id).forUpdate().execute();
			const reset = changeMember(contextFor(system, admin), {
				id: member.id,
				change: { password: "moss-copper-gate" },
			});
			await untilWaiting(database, 1);
			const own = change(member, here, OLD, NEW).catch((error: unknown) => error);
			await untilWaiting(database, 2);
			return { reset, own };
		});
		await begun.reset;
		expect(await begun.own).toMatchObject({ fields: { current: "wrong_password" } });
		expect(await isOpen(here)).toBe(false);
		expect(await isOpen(await enter(member, "moss-copper-gate"))).toBe(true);
	});
});
