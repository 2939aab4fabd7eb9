import { describe, expect, test } from "vitest";
import type { FactorQuestion, StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { addDemoMembers, DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import { giveDemoFactors } from "#server/cli/launcher/prepare-demo.ts";
import { readDemoCode } from "#server/second-factor/ask-factors.ts";
import { TEST_NOW, testConfig } from "#tests/support/contexts.ts";
import { openFactorDesk, stepUp } from "#tests/support/desk/factor-desk.ts";

const desk = await openFactorDesk({ config: testConfig({ MOMO_IS_SANDBOX: "1" }) });
const { database, system, clock } = desk;
await desk.setPolicy("approvers");
const people = await addDemoMembers(database, TEST_NOW);
await giveDemoFactors(database, system.config, TEST_NOW);

async function mark(marked: boolean): Promise<void> {
	await database.deleteFrom("setting").where("name", "=", "demo").execute();
	if (!marked) return;
	const row = { name: "demo", value: JSON.stringify({ demo: true }), changed_at: TEST_NOW };
	await database.insertInto("setting").values(row).execute();
}

describe("the demo's authenticator", () => {
	test.each([
		[true, true, true],
		[true, false, false],
		[false, true, false],
		[false, false, false],
	])("behind the sandbox: %s, in a database of the demo: %s — shows a code: %s", async (isSandbox, marked, shows) => {
		await mark(marked);
		const config = { ...system.config, isSandbox };
		const code = await readDemoCode({ ...system, config }, people.approver);
		expect(code !== null).toBe(shows);
	});

	test("opens the desk and answers the step-up for who must have a factor; each code is shown until it is used", async () => {
		await mark(true);
		const admin = await desk.visitor("admin");
		const { email = "" } = DEMO_MEMBERS.find(({ role }) => role === "admin") ?? {};
		const started = await admin.send<{ stage: string }>("POST", "/api/session", { email, password: DEMO_PASSWORD });
		expect(started.body.stage).toBe("factor");
		const asked = await admin.send<FactorQuestion>("POST", "/api/session/second-step/challenge");
		const answer = { method: "totp", code: asked.body.demo?.code };
		expect((await admin.send("POST", "/api/session/second-step", answer)).status).toBe(200);
		const codes = new Set([answer.code]);
		const byDemo = ({ demo }: StepUpQuestion) => {
			codes.add(demo?.code ?? undefined);
			return { method: "totp", code: demo?.code ?? "" };
		};
		expect((await stepUp(admin, { purpose: "settings" }, byDemo)).status).toBe(204);
		const { body } = await admin.send<StepUpQuestion>("POST", "/api/step-up/challenge", { purpose: "members" });
		expect(body.demo).toMatchObject({ code: null });
		clock.advance((body.demo?.seconds ?? 0) * 1_000);
		expect((await stepUp(admin, { purpose: "members" }, byDemo)).status).toBe(204);
		expect(codes.size).toBe(3);
	});

	test("is for nobody else: a maker of the demo signs in by password alone; is set up anew where the folder has lost what sealed it, and left alone where not", async () => {
		expect(await readDemoCode(system, people.maker)).toBeNull();
		const secrets = () => database.selectFrom("totp").select("secret").orderBy("member_id").execute();
		const before = await secrets();
		await giveDemoFactors(database, system.config, TEST_NOW);
		expect(await secrets()).toEqual(before);
		const other = testConfig({ SESSION_PASSWORD: "another-password-of-sessions-of-the-tests" });
		await giveDemoFactors(database, other, TEST_NOW);
		expect(await secrets()).not.toEqual(before);
	});
});
