import { asOwner } from "#server/store/as-owner.ts";
import { expect, handOf, makeMember, test } from "#tests/e2e/fixtures.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";

test.use({ apart: "changes" });
test.describe.configure({ mode: "default" });
test.beforeEach(async ({ desk }) => {
	// The previous test's admin loses the role, which also ends their requests.
	await asOwner(desk.database, async (trx) => {
		await trx.updateTable("member").set({ role: "viewer" }).where("role", "=", "admin").execute();
		await trx.deleteFrom("payout_rule").execute();
	});
	await desk.database
		.updateTable("change_request")
		.set({ state: "withdrawn" })
		.where("state", "=", "waiting")
		.execute();
});

const WIDER = { "Per person per day": "9000000", "Without approval up to": "50000" };

test("two admins: the one asks, the other reads it on Home, sees before and after, and confirms", async ({
	page,
	desk,
}) => {
	const [asker, second] = [await makeMember(desk, "admin"), await makeMember(desk, "admin")];
	await desk.signIn(page, asker);
	const settings = await new SettingsPage(page).open("payouts");
	await settings.setRules("XAF", WIDER);
	await expect(page.getByText("Change requested. It waits for another admin to confirm it.")).toBeVisible();
	const own = page.getByRole("region", { name: "Payout rules in XAF" });
	await expect(own).toContainText("Requested by you");
	await expect(own).toContainText(/from: no amount.*to: 50\s000\sXAF/);
	await expect(own.getByRole("button", { name: /^Withdraw/ })).toBeVisible();
	await expect(own.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
	await expect(settings.rules("XAF")).toContainText("Default: no limits");
	await expectSoundInBoth(page, "a change that waits, on Settings");

	const other = await desk.pageOf(second);
	await other.goto("/");
	await other.getByRole("link", { name: "Review: One change waits to take effect" }).click();
	const card = other.getByRole("region", { name: "Payout rules in XAF" });
	await expect(card).toContainText(`Requested by ${asker.name}`);
	await expectSoundInBoth(other, "changes");
	await card.getByRole("button", { name: /^Confirm/ }).click();
	const dialog = other.getByRole("dialog");
	await expect(dialog).toContainText("the audit log keeps a record");
	await expectSound(other, "the word of the second admin");
	await dialog.getByRole("button", { name: "Confirm" }).click();
	const proof = new StepUpPart(other);
	await expect(proof.dialog).toContainText("Payout rules in XAF");
	await expectSound(other, "the proof of the second admin");
	await proof.answer();
	await expect(other.getByText("Change confirmed. It applies now.")).toBeVisible();
	await expect(other.getByText(`requested by ${asker.name}, decided by ${second.name}`)).toBeVisible();
	await expect(settings.rules("XAF")).toContainText("Last changed");
	await expect(own).toHaveCount(0);
});

test("an admin alone is told so, waits a day in sight of the approvers, and one of them stops it", async ({
	page,
	desk,
}) => {
	const [admin, approver] = [await makeMember(desk, "admin"), await makeMember(desk, "approver")];
	await desk.signIn(page, admin);
	const settings = await new SettingsPage(page).open("members");
	await expect(page.getByText("You are the only admin.")).toBeVisible();
	const added = { name: "Seydou Camara", email: "seydou@cauri.example", password: "kapok-et-raphia-77" };
	await settings.addMember({ ...added, role: "Admin" });
	await expect(page.getByText(/it takes effect in 24 hours/)).toBeVisible();
	await expectSound(page, "alone");
	await expect(settings.members.getByRole("row", { name: /Seydou/ })).toHaveCount(0);

	const theirs = await desk.pageOf(approver);
	await theirs.goto("/");
	await theirs.getByRole("link", { name: "Review: One change waits to take effect" }).click();
	const card = theirs.getByRole("region", { name: "New member: Seydou Camara" });
	await expect(card).toContainText("unless an approver or an admin objects");
	await expect(card.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
	await card.getByRole("button", { name: /^Reject/ }).click();
	await theirs.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
	await expect(theirs.getByRole("heading", { name: "No changes waiting" })).toBeVisible();
	await expect(page.getByRole("region", { name: /Seydou/ })).toHaveCount(0);
});

test("who was given a password chooses their own before anything else opens", async ({ page, desk }) => {
	const [admin, second] = [await makeMember(desk, "admin"), await makeMember(desk, "admin")];
	const settings = await new SettingsPage(await desk.pageOf(admin)).open("members");
	const added = { name: "Rokia Diabaté", email: "rokia@cauri.example", password: "kapok-et-raphia-77" };
	await settings.addMember({ ...added, role: "Approver" });
	await expect(settings.page.getByRole("region", { name: "New member: Rokia Diabaté" })).toBeVisible();
	const hand = await handOf(desk, second);
	const { waiting } = await hand.get<{ waiting: { id: string }[] }>("/api/change-requests");
	await hand.post(`/api/change-requests/${waiting[0]?.id}`, { decision: "confirm" });
	await expect(settings.members.getByRole("row", { name: /Rokia/ })).toContainText(
		"Temporary password, expires 72 hours after it was set",
	);

	await (await new SignInPage(page).open()).signIn(added.email, added.password);
	await expect(page.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
	await expectSound(page, "somebody else's password");
	await page.goto("/approvals");
	await expect(page).toHaveURL(/\/new-password$/);
	expect((await page.context().request.get("/api/overview")).status()).toBe(403);
	await page.getByLabel("Current password").fill(added.password);
	await page.getByLabel("New password", { exact: true }).fill("fleuve-et-granite-88");
	await page.getByRole("button", { name: "Change password" }).click();
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Rokia");
});
