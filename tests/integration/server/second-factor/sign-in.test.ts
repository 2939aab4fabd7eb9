import { beforeEach, describe, expect, test } from "vitest";
import type { FactorQuestion } from "#lib/contracts/second-factor.ts";
import { clearDelays } from "#server/access/guard/sign-in-delay.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { softwarePasskey } from "#tests/support/desk/software-passkey.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;

beforeEach(() => desk.setPolicy("approvers"));

const STEP = "/api/session/second-step";
const ask = (who: Visitor) =>
	who.send<FactorQuestion & { passkey: { challenge: string } }>("POST", `${STEP}/challenge`);

const enrolled = () => desk.signedIn("approver");

describe("the second step", () => {
	test("is owed after the password, reaches nothing else, and opens the desk under a new id", async () => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		expect((await who.signIn()).body.stage).toBe("factor");
		expect(await who.send("GET", "/api/status")).toMatchObject({ status: 403, code: "second_step_needed" });
		expect((await who.send("GET", "/api/account/second-factor")).code).toBe("second_step_needed");
		expect((await who.send("POST", "/api/account/totp")).code).toBe("second_step_needed");
		expect((await who.send("POST", "/api/step-up/challenge", { purpose: "account" })).code).toBe("second_step_needed");
		const before = who.cookie;
		const { body } = await ask(who);
		expect(body.methods).toEqual(["passkey", "recovery_code"]);
		expect(body.demo).toBeNull();
		expect((await who.send("POST", STEP, byPasskey(passkey)(body))).status).toBe(200);
		expect(who.cookie).not.toBe(before);
		expect((await who.send("GET", "/api/status")).status).toBe(200);
		const replayed = Object.assign(who.elsewhere(), { cookie: before });
		expect((await replayed.send("GET", "/api/status")).code).toBe("unauthenticated");
	});

	test.each([
		["of another origin", { origin: "https://desk.evil.example" }],
		["for another relying party", { rpId: "evil.example" }],
		["to another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
		["without finger, face or PIN", { unverified: true }],
		["signed by another key", { forged: true }],
		["of an enrolment", { type: "webauthn.create" }],
	])("refuses a passkey's answer %s", async (_, lies) => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		await who.signIn();
		const { body } = await ask(who);
		const refused = await who.send("POST", STEP, byPasskey(passkey, lies)(body));
		expect(refused).toMatchObject({ status: 400, code: "passkey_refused" });
		expect((await who.send("GET", "/api/status")).code).toBe("second_step_needed");
	});

	test("refuses a passkey whose counter goes backwards or stands still: it was copied", async () => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		for (const [counter, status] of [
			[7, 200],
			[7, 400],
			[6, 400],
			[8, 200],
		] as const) {
			await who.signIn();
			expect((await who.send("POST", STEP, byPasskey(passkey, { counter })((await ask(who)).body))).status).toBe(
				status,
			);
		}
		const own = await auditEntries(database, { action: "member.factor_refused", subject_id: who.id });
		expect(own.map(({ details }) => details)).toEqual([{ method: "passkey" }, { method: "passkey" }]);
	});

	test("refuses the passkey of somebody else, and an answer given once already", async () => {
		const [who, other] = [await enrolled(), await enrolled()];
		const own = await who.enrolPasskey();
		const { passkey: foreign } = await other.enrolPasskey();
		await who.signIn();
		const { body } = await ask(who);
		expect((await who.send("POST", STEP, byPasskey(foreign)(body))).code).toBe("passkey_refused");
		const answer = byPasskey(own.passkey)(body);
		expect((await who.send("POST", STEP, answer)).status).toBe(200);
		await who.signIn();
		expect((await who.send("POST", STEP, answer)).code).toBe("passkey_refused");
	});
});

describe("a code of an authenticator app", () => {
	test("is taken once, and so is none before it; a clock half a minute off is no fault", async () => {
		const who = await enrolled();
		const { secret } = await who.enrolTotp();
		const answer = async (code: string) => {
			await who.signIn();
			const taken = await who.send("POST", STEP, { method: "totp", code });
			return taken.fields?.code ?? taken.status;
		};
		// The enrolment has used the current code.
		expect(await answer(desk.codeOf(secret))).toBe("wrong_code");
		clock.advance(60_000);
		expect(await answer(desk.codeOf(secret, 2))).toBe("wrong_code");
		expect(await answer(desk.codeOf(secret, -2))).toBe("wrong_code");
		expect(await answer(desk.codeOf(secret, 1))).toBe(200);
		expect(await answer(desk.codeOf(secret, 1))).toBe("wrong_code");
		expect(await answer(desk.codeOf(secret))).toBe("wrong_code");
		clock.advance(90_000);
		expect(await answer(desk.codeOf(secret, -1))).toBe(200);
	});

	test("guessed at is slowed down for this account, whatever session asks", async () => {
		const who = await enrolled();
		const { secret } = await who.enrolTotp();
		clock.advance(60_000);
		await who.signIn();
		const codes = Array.from({ length: 6 }, () => who.send("POST", STEP, { method: "totp", code: "000000" }));
		const answers = await Promise.all(codes);
		expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
		await who.signIn();
		const right = { method: "totp", code: desk.codeOf(secret) };
		expect(await who.send("POST", STEP, right)).toMatchObject({ status: 429, code: "too_many_attempts" });
		await clearDelays(database, who);
		expect((await who.send("POST", STEP, right)).status).toBe(200);
		clock.advance(5 * 60_000);
		await who.signIn();
		const late = { method: "totp", code: desk.codeOf(secret) };
		expect((await who.send("POST", STEP, late)).status).toBe(200);
	});

	/** A stranger who knows the password, in another browser. */
	async function guess(who: Visitor): Promise<void> {
		const stranger = who.elsewhere();
		for (let time = 0; time < 6; time += 1) {
			await stranger.signIn();
			await stranger.send("POST", STEP, { method: "totp", code: "000000" });
		}
		expect((await stranger.send("POST", STEP, { method: "totp", code: "000000" })).status).toBe(429);
	}

	test("guessed at by who knows the password keeps its member neither from a proof in a session nor from a passkey", async () => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		const { secret } = await who.enrolTotp();
		clock.advance(60_000);
		await guess(who);
		const byApp = () => ({ method: "totp", code: desk.codeOf(secret) });
		expect((await stepUp(who, { purpose: "account" }, byApp)).status).toBe(204);
		const anew = who.elsewhere();
		await anew.signIn();
		expect((await anew.send("POST", STEP, byPasskey(passkey)((await ask(anew)).body))).status).toBe(200);
	});

	test("guessed at by who knows the password is taken in a browser in which its member passed before", async () => {
		const who = await enrolled();
		const { secret } = await who.enrolTotp();
		const known = who.elsewhere();
		let browser = "";
		/** Keeps the cookies that a browser keeps beside the session. */
		const signIn = async () => {
			known.cookie = browser;
			const { response } = await known.signIn();
			const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
			known.cookie = cookies.join("; ");
			browser = cookies.find((cookie) => cookie.includes("cauri_browser=")) ?? "";
			return known.send("POST", STEP, { method: "totp", code: desk.codeOf(secret) });
		};
		clock.advance(60_000);
		expect((await signIn()).status).toBe(200);
		clock.advance(60_000);
		await guess(who);
		expect((await signIn()).status).toBe(200);
	});
});

describe("a recovery code", () => {
	test("opens once, however it is typed, and new codes end the old ones", async () => {
		const who = await enrolled();
		const { recoveryCodes } = await who.enrolPasskey();
		const [first = "", second = ""] = recoveryCodes ?? [];
		const answer = async (code: string) => {
			await who.signIn();
			const taken = await who.send("POST", STEP, { method: "recovery_code", code });
			return taken.fields?.code ?? taken.status;
		};
		expect(await answer(first.toUpperCase().replaceAll("-", " "))).toBe(200);
		const left = await who.send<{ recoveryCodes: number }>("GET", "/api/account/second-factor");
		expect(left.body.recoveryCodes).toBe(9);
		expect(await answer(first)).toBe("wrong_code");
		expect(await answer(second)).toBe(200);
		expect((await who.send("POST", "/api/account/recovery-codes")).status).toBe(200);
		expect(await answer(recoveryCodes?.[2] ?? "")).toBe("wrong_code");
	});

	test("used by two at once opens one session, and none of another member", async () => {
		const [who, other] = [await enrolled(), await enrolled()];
		const { recoveryCodes } = await who.enrolPasskey();
		await other.enrolPasskey();
		await other.signIn();
		const stolen = { method: "recovery_code", code: recoveryCodes?.[0] };
		expect((await other.send("POST", STEP, stolen)).fields).toEqual({ code: "wrong_code" });
		const browsers = [who.elsewhere(), who.elsewhere()];
		for (const browser of browsers) await browser.signIn();
		const answers = await Promise.all(browsers.map((browser) => browser.send("POST", STEP, stolen)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
	});
});

describe("a passkey instead of the password", () => {
	const KEY = "/api/session/passkey";
	const askAnybody = (who: Visitor) => who.send<{ challenge: string }>("POST", `${KEY}/challenge`);

	test("opens the desk in one step; asked for again and again by a stranger it stores nothing, each question is answered once, and none that the desk did not seal, or sealed for something else", async () => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		const anew = who.elsewhere();
		const { body } = await askAnybody(anew);
		expect(body).not.toHaveProperty("allowCredentials");
		const started = await anew.send<{ stage: string }>("POST", KEY, { response: passkey.get(body) });
		expect(started).toMatchObject({ status: 200, body: { stage: "full" } });
		expect((await anew.send("GET", "/api/status")).status).toBe(200);
		const stranger = who.elsewhere();
		const stored = () => database.selectFrom("webauthn_answer").select("challenge").execute();
		const before = await stored();
		for (let time = 0; time < 60; time += 1) expect((await askAnybody(stranger)).status).toBe(200);
		expect(await stored()).toEqual(before);
		const { body: asked } = await askAnybody(stranger);
		const answer = (from: Visitor) => from.send("POST", KEY, { response: passkey.get(asked) });
		expect((await answer(stranger)).status).toBe(200);
		// The passkey's counter has risen, so only the used question can cause the refusal.
		expect((await answer(who.elsewhere())).code).toBe("passkey_refused");
		await who.signIn();
		const { challenge } = (await askAnybody(who.elsewhere())).body;
		const forged = Buffer.from(challenge, "base64url");
		forged.writeUInt8(forged.readUInt8(0) ^ 1);
		const answerTo = (to: string) => who.elsewhere().send("POST", KEY, { response: passkey.get({ challenge: to }) });
		for (const other of [forged.toString("base64url"), (await ask(who)).body.passkey.challenge])
			expect((await answerTo(other)).code).toBe("passkey_refused");
		expect((await answerTo(challenge)).status).toBe(200);
	});

	test("is refused where the desk wants the password, of disabled members, unknown keys and old questions", async () => {
		const who = await enrolled();
		const { passkey } = await who.enrolPasskey();
		const anew = who.elsewhere();
		const { body } = await askAnybody(anew);
		await desk.setPolicy("approvers", false);
		expect((await askAnybody(anew)).code).toBe("forbidden");
		expect((await anew.send("POST", KEY, { response: passkey.get(body) })).code).toBe("forbidden");
		await desk.setPolicy("approvers");
		expect((await anew.send("POST", KEY, { response: softwarePasskey().get(body) })).code).toBe("passkey_refused");
		expect((await anew.send("POST", KEY, { response: passkey.get(body, { unverified: true }) })).code).toBe(
			"passkey_refused",
		);
		clock.advance(5 * 60_000);
		expect((await anew.send("POST", KEY, { response: passkey.get(body) })).code).toBe("passkey_refused");
		const asked = await askAnybody(anew);
		await database.updateTable("member").set({ disabled_at: clock.now() }).where("id", "=", who.id).execute();
		expect((await anew.send("POST", KEY, { response: passkey.get(asked.body) })).code).toBe("passkey_refused");
	});
});
