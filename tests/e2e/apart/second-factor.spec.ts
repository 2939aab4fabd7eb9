import { sql } from "kysely";
import type { Page } from "playwright/test";
import { asOwner } from "#server/store/as-owner.ts";
import { addVirtualAuthenticator } from "#tests/e2e/apart/virtual-authenticator.ts";
import { AccountPage } from "#tests/pages/account-page.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { codeOf, SecondStepPage } from "#tests/pages/second-step-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import { expect, makeMember, type TestMember, test } from "../fixtures.ts";
import { widthFaults } from "../width-faults.ts";

test.use({ apart: "second-factor", asksSecondFactor: true });
test.describe.configure({ mode: "default" });

async function signIn(page: Page, who: TestMember, next?: string): Promise<SecondStepPage> {
	await (await new SignInPage(page).open(next)).signIn(who.email, who.password);
	return new SecondStepPage(page);
}

/** Checks both themes on a desktop and a phone, and returns to the test's page size. */
async function sound(page: Page, name: string): Promise<void> {
	await expectSound(page, name);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.emulateMedia({ colorScheme: "light" });
}

const home = (page: Page) => expect(page.getByRole("navigation").first()).toBeVisible();

test("an approver sets up a passkey before anything else, signs in with it, and without a password", async ({
	page,
	desk,
}) => {
	const who = await desk.members("approver");
	const authenticator = await addVirtualAuthenticator(page);
	const step = await signIn(page, who, "/approvals");
	await expect(step.enrolmentTitle).toBeVisible();
	await sound(page, "Setting a second factor up");
	for (const path of ["/", "/payouts", "/account", "/settings/members"]) {
		await page.goto(path);
		await expect(step.enrolmentTitle).toBeVisible();
	}
	expect((await page.request.get("/api/overview")).status()).toBe(403);
	await page.goto("/second-step?next=%2Fapprovals");
	await step.enrolPasskey("Office computer");
	await expect(page).toHaveURL(/\/approvals$/);
	expect(await authenticator.count()).toBe(1);

	const other = await desk.newPage();
	await authenticator.carryTo(other);
	const second = await signIn(other, who);
	await expect(second.title).toBeVisible();
	await sound(other, "Second factor");
	await second.byPasskey.click();
	await home(other);
	// The open page would leave for the sign-in by itself.
	await other.goto("about:blank");
	await other.context().clearCookies();
	await other.goto("/sign-in");
	await other.getByRole("button", { name: "Sign in with a passkey" }).click();
	await home(other);
	const account = await new AccountPage(other).open();
	await expect(account.page.getByRole("listitem").filter({ hasText: "Office computerPasskey" })).toContainText(
		"last used:",
	);
	await expect(other.getByRole("button", { name: "Remove Office computer" })).toHaveCount(0);
});

test("an approval shows what it is for and wants the passkey; without it nothing leaves", async ({ page, desk }) => {
	const number = newPhoneNumber("05");
	const payout = await (await desk.hand("maker")).requestPayout({ destination: number, amount: "73000" });
	const authenticator = await addVirtualAuthenticator(page);
	await (await signIn(page, await desk.members("approver"), "/approvals")).enrolPasskey("Telephone");
	const approvals = new ApprovalsPage(page);
	await approvals.ask(/73.000/);
	const prompt = new StepUpPart(page);
	await expect(prompt.dialog).toContainText(/73.000/);
	await expect(prompt.dialog).toContainText("MTN");
	await sound(page, "Fresh proof of an approval");
	const state = async () =>
		(await desk.database.selectFrom("payment").select("state").where("id", "=", payout.id).executeTakeFirstOrThrow())
			.state;

	await authenticator.verifies(false);
	await prompt.byPasskey.click();
	await expect(prompt.dialog.getByRole("alert")).toContainText("No passkey was used");
	await page.keyboard.press("Escape");
	await expect(prompt.dialog).toHaveCount(0);
	expect(await state()).toBe("awaiting_approval");

	await authenticator.verifies(true);
	await approvals.ask(/73.000/);
	await prompt.byPasskey.click();
	await expect(approvals.cards).toHaveCount(0);
	expect(await state()).not.toBe("awaiting_approval");
});

test("an admin sets up an app, signs in with its code and with a recovery code, each once", async ({ page, desk }) => {
	const who = await desk.members("admin");
	const { secret, codes } = await (await signIn(page, who)).enrolApp();
	await home(page);
	const again = async () => {
		// The open page would leave for the sign-in by itself.
		await page.goto("about:blank");
		await page.context().clearCookies();
		return signIn(page, who);
	};
	const step = await again();
	await expect(step.title).toBeVisible();
	await step.code.fill("000000");
	await step.confirm.click();
	await expect(step.fault).toContainText("wrong or was already used");
	const code = codeOf(secret, 1);
	await step.code.fill(code);
	await step.confirm.click();
	await home(page);

	await again();
	await step.code.fill(code);
	await step.confirm.click();
	await expect(step.fault).toBeVisible();
	await page.getByRole("button", { name: "Use a recovery code" }).click();
	await step.code.fill(codes[0] ?? "");
	await step.confirm.click();
	await home(page);
	await new AccountPage(page).open();
	await expect(page.getByText("9 recovery codes left")).toBeVisible();
	await sound(page, "Own second factor");
	await page.getByRole("button", { name: "Create new codes" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Create new codes" }).click();
	await expect(step.recoveryCodes).toHaveCount(10);
	await page.keyboard.press("Escape");
	await step.keepCodes();

	await again();
	await page.getByRole("button", { name: "Use a recovery code" }).click();
	await step.code.fill(codes[0] ?? "");
	await step.confirm.click();
	await expect(step.fault).toBeVisible();
});

test("on a phone, the key of the app and the recovery codes fit the width", async ({ page, desk }) => {
	const step = await signIn(page, await makeMember(desk, "approver"));
	await page.setViewportSize({ width: 320, height: 740 });
	const secret = await step.showAppKey();
	expect(await widthFaults(page)).toEqual([]);
	await step.code.fill(codeOf(secret));
	await step.confirm.click();
	await expect(step.recoveryCodes).toHaveCount(10);
	expect(await widthFaults(page)).toEqual([]);
});

test("a setting is changed after the proof, by the very form that asked; two admins reset who lost all", async ({
	page,
	desk,
}) => {
	// Three people, six proofs and two themes take time.
	test.setTimeout(120_000);
	const lost = await desk.members("approver");
	const theirs = await desk.pageOf(lost);
	await addVirtualAuthenticator(theirs);
	await theirs.goto("/");
	await new SecondStepPage(theirs).enrolPasskey("Lost telephone");
	await home(theirs);

	const other = await desk.pageOf(await makeMember(desk, "admin"));
	await addVirtualAuthenticator(other);
	await other.goto("/settings/members");
	await new SecondStepPage(other).enrolPasskey("Second desk");

	await addVirtualAuthenticator(page);
	await (await signIn(page, await desk.members("admin"), "/settings/members")).enrolPasskey("Desk");
	const rules = page.getByRole("region", { name: "Second factor", exact: true });
	await page.getByRole("radio", { name: "Everyone" }).check();
	await rules.getByRole("button", { name: "Save" }).click();
	const prompt = new StepUpPart(page);
	await prompt.byPasskey.click();
	await expect(page.getByText("Second-factor rules saved.")).toBeVisible();

	await page.getByRole("button", { name: `Edit ${lost.name}` }).click();
	await page.getByRole("button", { name: "Reset second factor" }).click();
	await prompt.byPasskey.click();
	await expect(page.getByText("Change requested. It waits for another admin to confirm it.")).toBeVisible();
	await secondDecision(other, `Second factor reset for ${lost.name}`, "Passkeys");
	// The reset ends the session: the open page leaves for the sign-in by itself.
	await expect(theirs).toHaveURL(/\/sign-in/);
	await theirs.context().clearCookies();
	await expect((await signIn(theirs, lost)).enrolmentTitle).toBeVisible();
	await page.getByRole("radio", { name: "Approvers and admins" }).check();
	await rules.getByRole("button", { name: "Save" }).click();
	const lower = page.getByRole("region", { name: "Second-factor rules" });
	await expect(lower).toContainText(/from: everyone.*to: approvers and admins/);
	await expect(page.getByRole("radio", { name: "Everyone" })).toBeChecked();
	await sound(page, "Second-factor rules that wait");
	await secondDecision(other, "Second-factor rules", "Second factor required for");
	await expect(lower).toHaveCount(0);
	await expect(page.getByRole("radio", { name: "Approvers and admins" })).toBeChecked();
});

/** The second admin sees the change with this title and field, and confirms it. */
async function secondDecision(page: Page, title: string, field: string): Promise<void> {
	await page.goto("/change-requests");
	const card = page.getByRole("region", { name: title });
	await expect(card).toContainText(field);
	await card.getByRole("button", { name: /^Confirm/ }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Confirm", exact: true }).click();
	await new StepUpPart(page).byPasskey.click();
	await expect(page.getByText("Change confirmed. It applies now.")).toBeVisible();
}

test("a proof that was asked for more than five minutes ago says so, and is given at the next press", async ({
	page,
	desk,
}) => {
	const who = await desk.members("admin");
	await addVirtualAuthenticator(page);
	await (await signIn(page, who, "/settings/members")).enrolPasskey("Desk");
	await page.getByRole("radio", { name: "Everyone" }).check();
	await page.getByRole("region", { name: "Second factor", exact: true }).getByRole("button", { name: "Save" }).click();
	const prompt = new StepUpPart(page);
	await expect(prompt.byPasskey).toBeVisible();
	const asked = desk.database.updateTable("step_up").where("member_id", "=", who.id);
	await asked.set({ created_at: sql<Date>`created_at - interval '6 minutes'` }).execute();
	const slow = Promise.withResolvers<void>();
	await page.route("**/api/step-up/challenge", (route) => slow.promise.then(() => route.continue()));
	const askedAnew = page.waitForRequest("**/api/step-up/challenge");
	await prompt.byPasskey.click();
	await askedAnew;
	// An answer to the old question would be refused again.
	await expect(prompt.byPasskey).toBeDisabled();
	slow.resolve();
	await expect(prompt.dialog.getByRole("alert")).toContainText("took too long");
	await prompt.byPasskey.click();
	await expect(page.getByText("Second-factor rules saved.")).toBeVisible();
	// Removes the policy, because it would apply to the next test's members.
	await asOwner(desk.database, (trx) => trx.deleteFrom("setting").where("name", "=", "second_factor").execute());
});

test("who has no second factor confirms by password", async ({ page, desk }) => {
	const who = await desk.members("maker");
	await signIn(page, who);
	await home(page);
	await new AccountPage(page).open();
	await expect(page.getByText("None yet: you sign in without one.")).toBeVisible();
	expect((await (await desk.hand("maker")).send("GET", "/api/status")).status).toBe(200);
});
