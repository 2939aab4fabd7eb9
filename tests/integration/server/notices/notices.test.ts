import { describe, expect, test } from "vitest";
import { noticesSchema } from "#lib/contracts/notice.ts";
import { changeMember } from "#server/members/change-member.ts";
import { resetSecondFactor } from "#server/second-factor/enrol/reset-second-factor.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { openFactorDesk, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";

const desk = await openFactorDesk();
const { system, clock, database } = desk;

const admin = contextFor(system, await addMember(database, "admin"));

const noticesOf = async (who: Visitor) => noticesSchema.parse((await who.send("GET", "/api/notices")).body);
const kindsOf = async (who: Visitor) => (await noticesOf(who)).items.map(({ kind }) => kind).reverse();
const signedIn = (role: "viewer" | "approver" = "viewer") => desk.signedIn(role);

describe("the owner of an account is told", () => {
	test("of each change of their own credentials", async () => {
		const who = await signedIn();
		await who.enrolTotp();
		clock.advance(1_000);
		const { recoveryCodes } = await who.enrolPasskey("Telephone");
		expect(recoveryCodes).toBeNull();
		clock.advance(1_000);
		await who.send("POST", "/api/account/recovery-codes");
		clock.advance(1_000);
		await who.send("DELETE", "/api/account/totp");
		clock.advance(1_000);
		const change = { current: "river-stone-kapok-tree", password: "granite-lune-quinze-canari" };
		expect((await who.send("PUT", "/api/account/password", change)).status).toBe(204);
		expect(await noticesOf(who)).toMatchObject({ count: 5 });
		expect(await kindsOf(who)).toEqual([
			...["totp_added", "passkey_added", "recovery_codes_renewed", "totp_removed", "password_changed"],
		]);
		expect((await noticesOf(who)).items.find(({ kind }) => kind === "passkey_added")?.details).toMatchObject({
			passkey: "Telephone",
		});
	});

	test("of a recovery code that was used", async () => {
		const who = await signedIn();
		const { recoveryCodes } = await who.enrolTotp();
		const other = who.elsewhere();
		await other.signIn();
		const answer = { method: "recovery_code", code: recoveryCodes?.[0] ?? "" };
		expect((await other.send("POST", "/api/session/second-step", answer)).status).toBe(200);
		expect(await kindsOf(other)).toContain("recovery_code_used");
	});

	test("of everything that an admin did who demotes, resets the factor and raises again", async () => {
		const who = await signedIn("approver");
		await who.enrolTotp();
		clock.advance(1_000);
		await changeMember(admin, { id: who.id, change: { role: "viewer" } });
		clock.advance(1_000);
		await byTwo(admin, () => resetSecondFactor(admin, { id: who.id }).then((asked) => asked ?? {}));
		clock.advance(1_000);
		await byTwo(admin, () => changeMember(admin, { id: who.id, change: { role: "approver" } }));
		await who.signIn();
		const items = (await noticesOf(who)).items.filter(({ kind }) => kind !== "new_browser");
		expect(items.map(({ kind }) => kind).reverse()).toEqual([
			...["totp_added", "role_changed", "second_factor_reset", "role_changed"],
		]);
		const by = admin.member.name;
		const [raised, reset, demoted] = items;
		expect([raised, reset, demoted]).toMatchObject([
			{ details: { by, from: "viewer", to: "approver" } },
			{ details: { by } },
			{ details: { by, from: "approver", to: "viewer" } },
		]);
	});

	test("of a password that somebody else has set, and of nothing that the password is", async () => {
		const who = await signedIn();
		const change = { password: "granite-lune-quinze-canari" };
		await changeMember(admin, { id: who.id, change });
		const rows = await database.selectFrom("notice").selectAll().where("member_id", "=", who.id).execute();
		expect(rows).toMatchObject([{ kind: "password_set", details: { by: admin.member.name } }]);
		expect(JSON.stringify(rows)).not.toContain(change.password);
	});

	test("of a browser in which they never were; not of the first one, nor of one that is known", async () => {
		const who = await desk.visitor("viewer");
		const first = await who.signIn();
		expect(await kindsOf(who)).toEqual([]);
		const known = first.response.headers.getSetCookie().find((cookie) => cookie.startsWith("cauri_browser="));
		const again = { cookie: known?.split(";")[0] ?? "" };
		const back = who.elsewhere();
		back.cookie = again.cookie;
		await back.signIn();
		expect(await kindsOf(back)).toEqual([]);
		const stranger = who.elsewhere();
		await stranger.signIn();
		expect(await kindsOf(stranger)).toEqual(["new_browser"]);
	});
});

describe("a notice", () => {
	test.each([
		["later", 1_000],
		// Another machine, whose clock is behind, writes the second notice.
		["by an earlier clock", -20_000],
	])("stays until its owner, and nobody else, has seen it, and what came %s since stays", async (_when, later) => {
		const [who, other] = [await signedIn(), await signedIn()];
		await who.enrolTotp();
		const [first] = (await noticesOf(who)).items;
		clock.advance(later);
		await who.send("POST", "/api/account/recovery-codes");
		expect(await kindsOf(other)).toEqual([]);
		await other.send("POST", "/api/notices/acknowledgement", { upTo: first?.id });
		expect(await kindsOf(who)).toEqual(["totp_added", "recovery_codes_renewed"]);
		const seen = await who.send("POST", "/api/notices/acknowledgement", { upTo: first?.id });
		expect(seen.status).toBe(204);
		expect(await kindsOf(who)).toEqual(["recovery_codes_renewed"]);
	});

	test("is not rewritten, nor put back", async () => {
		const who = await signedIn();
		await who.enrolTotp();
		const change = (set: object) => database.updateTable("notice").set(set).where("member_id", "=", who.id).execute();
		await expect(change({ kind: "new_browser" })).rejects.toThrow("stands as it was given");
		await change({ seen_at: clock.now() });
		await expect(change({ seen_at: null })).rejects.toThrow("stands as it was given");
	});
});
