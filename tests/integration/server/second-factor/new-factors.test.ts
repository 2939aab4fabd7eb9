import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { findNeeds } from "#server/overview/find-needs.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letFactorsCount } from "#tests/support/desk/let-factors-count.ts";
import { askedFor } from "#tests/support/desk/second-admin.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { findRow } from "#tests/support/rows/rows.ts";

const desk = await openFactorDesk();
const { database, payout } = desk;

beforeEach(() => desk.setPolicy("approvers"));

/** A member made by the machine's owner so long ago that a new factor is no longer expected. */
async function unexpected(role: "approver" | "admin" = "approver"): Promise<Visitor> {
	const who = await desk.visitor(role);
	await withoutGuards(
		database,
		sql`update member set factor_expected_until = now() - interval '1 hour', decides_from = null where id = ${who.id}`,
	);
	return who;
}

async function approve(who: Visitor, answer: Parameters<typeof stepUp>[2]) {
	const one = await payout();
	const proof = await stepUp(who, { purpose: "approve", subjects: [one] }, answer);
	if (proof.status !== 204) return proof.code;
	const done = await who.send("POST", `/api/payouts/${one.id}/decision`, { decision: "approve", version: 1 });
	return done.code ?? "approved";
}
const byCode = (code: string) => () => ({ method: "recovery_code", code });
const needsOf = async (role: "approver" | "maker") => {
	const member = { id: "somebody", name: "Somebody", email: "somebody@test.example", role };
	return (await findNeeds(contextFor(desk.system, member))).filter(({ kind }) => kind === "new_factor");
};

describe("a first factor", () => {
	test("set up with a password that nobody expects to be used so has no weight for a day, and stands on Home", async () => {
		const before = (await needsOf("approver"))[0]?.count ?? 0;
		const thief = await unexpected();
		await thief.signIn();
		const { passkey, recoveryCodes } = await thief.enrolPasskey();
		expect(await approve(thief, byPasskey(passkey))).toBe("factor_too_new");
		expect(await approve(thief, byCode(recoveryCodes?.[0] ?? ""))).toBe("factor_too_new");
		const { decides_from } = await findRow(database, "member", { id: thief.id });
		expect(decides_from?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
		expect(await needsOf("approver")).toMatchObject([{ count: before + 1 }]);
		expect(await needsOf("maker")).toEqual([]);
		await letFactorsCount(database, thief.id);
		expect(await approve(thief, byPasskey(passkey))).toBe("approved");
	});

	test("counts at once where the machine's owner has just made the member, or two admins have reset the one before", async () => {
		const [who, admin, second] = [
			await desk.visitor("approver"),
			await desk.visitor("admin"),
			await desk.visitor("admin"),
		];
		await who.signIn();
		const first = await who.enrolPasskey();
		expect(await approve(who, byPasskey(first.passkey))).toBe("approved");
		await withoutGuards(database, sql`update member set factor_expected_until = null where id = ${who.id}`);
		for (const one of [admin, second]) await one.signIn();
		const keys = [await admin.enrolPasskey(), await second.enrolPasskey()] as const;
		await stepUp(admin, { purpose: "members" }, byPasskey(keys[0].passkey));
		const { id } = askedFor((await admin.send<object>("DELETE", `/api/members/${who.id}/second-factor`)).body);
		await stepUp(second, { purpose: "confirm", change: id }, byPasskey(keys[1].passkey));
		expect((await second.send("POST", `/api/change-requests/${id}`, { decision: "confirm" })).status).toBe(200);
		await who.signIn();
		const { passkey } = await who.enrolPasskey();
		expect(await approve(who, byPasskey(passkey))).toBe("approved");
	});

	test("counts at once for whom a raised rule asks for it, and where a password alone has weight", async () => {
		await desk.setPolicy("off");
		const [asked, free] = [await unexpected(), await unexpected()];
		await free.signIn();
		const own = await free.enrolPasskey();
		expect(await approve(free, byPasskey(own.passkey))).toBe("approved");
		await desk.setPolicy("approvers");
		await asked.signIn();
		const { passkey } = await asked.enrolPasskey();
		expect(await approve(asked, byPasskey(passkey))).toBe("approved");
	});
});

describe("a factor beside another one", () => {
	test("proves nothing that matters for a day; the older one and the older codes do", async () => {
		const who = await desk.signedIn("approver");
		const { passkey, recoveryCodes } = await who.enrolPasskey();
		const added = await who.enrolPasskey("Somebody's telephone");
		await who.enrolTotp();
		expect(await approve(who, byPasskey(added.passkey))).toBe("factor_too_new");
		expect(await approve(who, () => ({ method: "totp", code: "000000" }))).toBe("factor_too_new");
		const { body } = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", { purpose: "members" });
		expect(body.methods).toEqual(["passkey", "recovery_code"]);
		expect(body.passkey).toMatchObject({ allowCredentials: [{ id: passkey.id }] });
		expect(await approve(who, byPasskey(passkey))).toBe("approved");
		expect(await approve(who, byCode(recoveryCodes?.[0] ?? ""))).toBe("approved");
		await letFactorsCount(database, who.id);
		expect(await approve(who, byPasskey(added.passkey))).toBe("approved");
	});

	test("gets no weight by taking the older one away, nor do codes that are renewed", async () => {
		const who = await desk.signedIn("approver");
		const { passkey } = await who.enrolPasskey();
		const added = await who.enrolPasskey("Somebody's telephone");
		const renewed = await who.send<{ recoveryCodes: string[] }>("POST", "/api/account/recovery-codes");
		expect((await who.send("DELETE", `/api/account/passkeys/${passkey.id}`)).status).toBe(204);
		expect(await approve(who, byPasskey(added.passkey))).toBe("factor_too_new");
		expect(await approve(who, byCode(renewed.body.recoveryCodes[0] ?? ""))).toBe("factor_too_new");
	});
});

describe("an app in the place of a lost one", () => {
	test("is set up where a recovery code opened the desk; it ends the lost one, is told, and has no weight for a day", async () => {
		const who = await desk.signedIn("approver");
		const lost = await who.enrolTotp();
		const session = who.elsewhere();
		await session.signIn();
		expect((await session.send("POST", "/api/account/totp")).code).toBe("second_step_needed");
		const spent = { method: "recovery_code", code: lost.recoveryCodes?.[0] };
		expect((await session.send("POST", "/api/session/second-step", spent)).status).toBe(200);
		await session.send("POST", "/api/account/totp");
		const wrong = { code: desk.codeOf(lost.secret, 1) };
		expect((await session.send("PUT", "/api/account/totp", wrong)).fields).toEqual({ code: "wrong_code" });
		expect((await enter(who, lost.secret)).status).toBe(200);

		desk.clock.advance(30_000);
		const { secret, recoveryCodes } = await session.enrolTotp();
		expect(recoveryCodes).toBeNull();
		expect((await enter(who, lost.secret)).fields).toEqual({ code: "wrong_code" });
		expect((await enter(who, secret)).status).toBe(200);
		const byApp = () => ({ method: "totp", code: desk.codeOf(secret, 1) });
		desk.clock.advance(30_000);
		expect(await approve(session, byApp)).toBe("factor_too_new");
		expect(await approve(session, byCode(lost.recoveryCodes?.[1] ?? ""))).toBe("approved");
		await newestEntry(database, { action: "member.totp_replaced", subject_id: who.id });
		const notices = await database.selectFrom("notice").select("kind").where("member_id", "=", who.id).execute();
		expect(notices).toContainEqual({ kind: "totp_replaced" });
		await letFactorsCount(database, who.id);
		expect(await approve(session, byApp)).toBe("approved");
	});

	/** Signs in somewhere else, by the app's next code. */
	async function enter(who: Visitor, secret: string) {
		const there = who.elsewhere();
		await there.signIn();
		return there.send("POST", "/api/session/second-step", { method: "totp", code: desk.codeOf(secret, 1) });
	}
});

describe("whatever a verb does, the database", () => {
	const insert = (id: string, memberId: string) => sql`insert into passkey
		(id, member_id, name, public_key, counter, transports, backed_up, created_at)
		values (${id}, ${memberId}, 'Mine', 'x', 0, '[]', false, now())`;
	const inSession = (key: string, statement: ReturnType<typeof sql>) =>
		database
			.transaction()
			.execute(async (trx) => {
				await sql`select set_config('cauri.session', ${key}, true)`.execute(trx);
				await statement.execute(trx);
				return "done";
			})
			.catch((error: Error) => error.message);
	const keyOf = async ({ id }: Visitor) =>
		(
			await database
				.selectFrom("session")
				.select("key")
				.where("member_id", "=", id)
				.where("ended_at", "is", null)
				.orderBy("created_at", "desc")
				.executeTakeFirstOrThrow()
		).key;

	test("takes no factor for somebody else, none without a session, and none from one that did not prove the first", async () => {
		const [victim, thief] = [await desk.visitor("approver"), await desk.visitor("approver")];
		await victim.signIn();
		await thief.signIn();
		const refusal = "a second factor is added by its holder";
		const [own, foreign] = [await keyOf(victim), await keyOf(thief)];
		expect(await inSession(foreign, insert("one", victim.id))).toBe(refusal);
		expect(await inSession("", insert("two", victim.id))).toBe(refusal);
		await victim.enrolPasskey();
		const other = victim.elsewhere();
		await other.signIn();
		const unproved = await database
			.selectFrom("session")
			.select("key")
			.where("member_id", "=", victim.id)
			.where("factor", "is", null)
			.executeTakeFirstOrThrow();
		expect(await inSession(unproved.key, insert("three", victim.id))).toBe(refusal);
		const codes = sql`insert into recovery_code (member_id, code_hash, created_at) values (${victim.id}, 'x', now())`;
		expect(await inSession(unproved.key, codes)).toBe(refusal);
		const app = sql`insert into totp (member_id, secret, created_at, confirmed_at) values (${victim.id}, 'x', now(), now())`;
		expect(await inSession(foreign, app)).toBe(refusal);
		const waiting = sql`insert into totp (member_id, secret, created_at) values (${victim.id}, 'x', now())`;
		expect(await inSession(foreign, waiting)).toBe("done");
		expect(await inSession(foreign, sql`update totp set confirmed_at = now() where member_id = ${victim.id}`)).toBe(
			refusal,
		);
		expect(await inSession(own, insert("four", victim.id))).toBe("done");
	});

	test("keeps from when a factor counts, and who is expected to have one", async () => {
		const who = await unexpected();
		await who.signIn();
		await who.enrolPasskey();
		const row = () =>
			database
				.selectFrom("passkey")
				.innerJoin("member", "member.id", "member_id")
				.select(["counts_from", "factor_expected_until", "decides_from"])
				.where("member_id", "=", who.id)
				.executeTakeFirstOrThrow();
		const before = await row();
		await database.updateTable("member").set({ factor_expected_until: new Date() }).where("id", "=", who.id).execute();
		await database.updateTable("passkey").set({ name: "Mine", counter: 7 }).where("member_id", "=", who.id).execute();
		await inSession(
			await keyOf(who),
			sql`with own as (select set_config('cauri.own_factor', ${who.id}, true))
				update passkey set counts_from = now() - interval '1 day' from own where member_id = ${who.id}`,
		);
		expect(await row()).toEqual(before);
	});

	test("takes no proof of what matters from a factor without weight, nor from a password beside one", async () => {
		const who = await desk.signedIn("approver");
		await who.enrolPasskey();
		const added = await who.enrolPasskey("Somebody's telephone");
		const prove = (method: string, touched: string) =>
			inSession(
				"",
				sql`with asked as (insert into step_up (id, member_id, session_key, purpose, nonce, created_at)
					values (${`proof-${Math.random()}`}, ${who.id}, 'x', 'members', 'x', now()) returning id)
					select id from asked`,
			).then(() =>
				database
					.transaction()
					.execute(async (trx) => {
						await trx.updateTable("passkey").set({ counter: 9 }).where("id", "=", touched).execute();
						const open = trx.updateTable("step_up").where("member_id", "=", who.id).where("proved_at", "is", null);
						await open.set({ proved_at: new Date(), method: method as "passkey" }).execute();
						return "done";
					})
					.catch((error: Error) => error.message),
			);
		const refusal = "what has no weight proves nothing that matters";
		expect(await prove("passkey", added.passkey.id)).toBe(refusal);
		expect(await prove("password", added.passkey.id)).toBe(refusal);
		expect(await prove("totp", added.passkey.id)).toBe(refusal);
		const older = await database
			.selectFrom("passkey")
			.select("id")
			.where("member_id", "=", who.id)
			.where("id", "<>", added.passkey.id)
			.executeTakeFirstOrThrow();
		expect(await prove("passkey", older.id)).toBe("done");
		await asOwner(database, (trx) => trx.deleteFrom("step_up").where("member_id", "=", who.id).execute());
	});
});
