import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { fixedClock, testConfig } from "#tests/support/contexts.ts";
import { serveWith } from "#tests/support/desk/desk-requests.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { begin, comeBack, memberOf, newPerson, ORIGIN, signInAs } from "#tests/support/provider/provided-desk.ts";
import { walkSignIn } from "#tests/support/provider/walk-sign-in.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const desk = await openFactorDesk({ clock: fixedClock(new Date()), config: testConfig(provider.environment) });
const { database, system } = desk;
beforeEach(() => serveWith(system));

type Known = Person & { login: string };
const person = (facts: Partial<Person> = {}) => newPerson(provider, facts);

async function visitor(known: Known, session: string | null): Promise<Visitor> {
	const member = await memberOf(database, known.email);
	if (!member || session === null) throw new Error("nobody came in");
	return desk.visitorOf(member, session);
}
const comesIn = async (known: Known, path?: string) => visitor(known, (await signInAs(known.login, path)).session);

/** The person at the browser removes these parameters from the address before it reaches the provider. */
async function withoutAsking(known: Known, path: string, ...names: string[]) {
	const { address, loginState } = await begin(path);
	for (const name of names) address.searchParams.delete(name);
	const back = await walkSignIn(address, ORIGIN, known.login);
	return comeBack(`${back.pathname}${back.search}`, loginState);
}

describe("a sign-in through the provider", () => {
	test("stands in the place of the password, never of the second factor", async () => {
		await desk.setPolicy("approvers");
		const known = person({ groups: ["finance"] });
		const first = await comesIn(known);
		expect((await first.send("GET", "/api/status")).code).toBe("enrolment_needed");
		const { passkey } = await first.enrolPasskey();
		expect((await first.send("GET", "/api/status")).status).toBe(200);

		const again = await comesIn(known);
		expect((await again.send("GET", "/api/status")).code).toBe("second_step_needed");
		const asked = await again.send<{ passkey: object }>("POST", "/api/session/second-step/challenge");
		expect((await again.send("POST", "/api/session/second-step", byPasskey(passkey)(asked.body))).status).toBe(200);
		expect((await again.send("GET", "/api/status")).status).toBe(200);
	});

	test("is no proof before what matters: without a passkey or an app there is none, and no password is one", async () => {
		const who = await comesIn(person({ groups: ["cashiers"] }));
		const { body } = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", { purpose: "export" });
		expect(body.methods).toEqual([]);
		for (const password of ["none", "river-stone-kapok-tree"]) {
			const given = await stepUp(who, { purpose: "export" }, () => ({ method: "password", password }));
			expect(given.code).toBe("forbidden");
		}
		const { passkey } = await who.enrolPasskey();
		expect((await stepUp(who, { purpose: "export" }, byPasskey(passkey))).status).toBe(204);
	});

	test("lets somebody set up a factor only while it is fresh, and again after the provider has asked anew", async () => {
		const known = person();
		const who = await comesIn(known);
		desk.clock.advance(6 * 60_000);
		expect((await who.send("POST", "/api/account/totp")).code).toBe("step_up_needed");
		const { body } = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", { purpose: "account" });
		expect(body.methods).toEqual([]);
		desk.clock.advance(-6 * 60_000);
		const again = await comesIn(known, "/api/single-sign-on?fresh=1");
		expect((await again.send("POST", "/api/account/totp")).status).toBe(200);
	});

	test("at a browser that took the question for the time out of the way is no fresh one", async () => {
		const known = person();
		const back = await withoutAsking(known, "/api/single-sign-on", "max_age");
		const session = back.headers.getSetCookie().find((each) => /^cauri=./.test(each));
		const who = await visitor(known, session?.split(";")[0] ?? null);
		expect((await who.send("GET", "/api/status")).status).toBe(200);
		expect((await who.send("POST", "/api/account/totp")).code).toBe("step_up_needed");
		const fresh = await withoutAsking(known, "/api/single-sign-on?fresh=1", "max_age", "prompt");
		expect(fresh.headers.get("location")).toBe(`${ORIGIN}/sign-in?fault=unproved`);
	});
});

test("a password that is still known is no proof where passwords are switched off", async () => {
	const [emergency, maker] = [await desk.visitor("admin"), await desk.visitor("maker")];
	const known = person({ email: maker.email, groups: ["cashiers"] });
	const who = await comesIn(known);
	expect((await stepUp(who, { purpose: "export" })).status).toBe(204);
	const value = JSON.stringify({ allowed: false, emergencyMemberId: emergency.id });
	const row = { name: "password_sign_in", value, changed_at: new Date(), changed_by: null };
	await database.insertInto("setting").values(row).execute();
	expect((await stepUp(who, { purpose: "export" })).code).toBe("forbidden");
});
