import { expect, test } from "#tests/e2e/fixtures.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";

const PASSWORD = "kapok-lune-quatorze-barque";

test("somebody who was invited opens the link, chooses a password and is in; the link opens once, and its token reaches no server by an address", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("members");
	const person = { name: "Hawa Sangaré", email: "hawa@cauri.example", role: "Viewer" };
	const link = await settings.invite(person);
	const pending = page.getByRole("region", { name: /open invitation/ });
	await expect(pending).toContainText("hawa@cauri.example");
	await expectSound(page, "members and invitations");

	const theirs = await desk.newPage();
	// As a mail program that opens every link: it uses nothing up.
	const looked = await theirs.context().request.get(link);
	expect(looked.headers()["cache-control"]).toContain("no-store");
	const token = link.split("#").at(-1) ?? "";
	expect(token).toHaveLength(43);
	const asked: string[] = [];
	theirs.on("request", (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
	await theirs.goto(link);
	await expectSound(theirs, "members and invitations");
	await theirs.getByLabel("Password").fill("passwordpassword");
	await theirs.getByRole("button", { name: "Accept invitation" }).click();
	await expect(theirs.getByText("This password is easy to guess.")).toBeVisible();
	await theirs.getByLabel("Password").fill(PASSWORD);
	await theirs.getByRole("button", { name: "Accept invitation" }).click();
	await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Hawa");
	expect(asked.length).toBeGreaterThan(2);
	// Playwright reports a page's whole address; the real request ends before the `#`.
	const sent = asked.map((each) => each.replace(`${link} `, `${link.split("#")[0]} `));
	expect(sent.filter((each) => each.includes(token))).toEqual([]);
	await theirs.goto(link);
	await expect(theirs.getByText("This link is no longer valid")).toBeVisible();

	await expect(settings.members.getByRole("row", { name: /Hawa/ })).toContainText("Viewer");
	await expect(page.getByText("Hawa Sangaré accepted your invitation as Viewer.")).toBeVisible();
});

test("a new link ends the old one, and a revoked one leaves the list", async ({ page, desk }) => {
	const person = { name: "Issa Diarra", email: "issa@cauri.example", locale: "en", role: "viewer" };
	const { link: old } = await (await desk.hand("admin")).post<{ link: string }>("/api/invitations", person);
	await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("members");
	await page.getByRole("button", { name: "New link for Issa Diarra" }).click();
	const link = await settings.link();
	const theirs = await desk.newPage();
	await theirs.goto(old);
	await expect(theirs.getByText("This link is no longer valid")).toBeVisible();
	await theirs.goto(link);
	await expect(theirs.getByRole("button", { name: "Accept invitation" })).toBeVisible();
	await settings.tryToInvite({ ...person, role: "Viewer" });
	await expect(page.getByText("This e-mail address already has an invitation: create a new link")).toBeVisible();
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Revoke the invitation for Issa Diarra" }).click();
	await expect(page.getByText("issa@cauri.example")).toHaveCount(0);
	await theirs.getByLabel("Password").fill(PASSWORD);
	await theirs.getByRole("button", { name: "Accept invitation" }).click();
	await expect(theirs.getByText("This link is no longer valid")).toBeVisible();
});

test("an admin ends a member's session; the member is told at the next page, until they say that they have seen it", async ({
	page,
	desk,
}) => {
	const member = await desk.members("viewer");
	const theirs = await desk.newPage();
	const form = await new SignInPage(theirs).open();
	await form.signIn(member.email, member.password);
	await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();

	const admin = await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("members");
	await settings.members.getByRole("button", { name: `Sessions of ${member.name}` }).click();
	await expect(settings.dialog.getByRole("row", { name: /Chrome/ })).toBeVisible();
	await expectSound(page, "members and invitations");
	await settings.dialog.getByRole("button", { name: "End all sessions" }).click();
	await expect(settings.dialog.getByText("Not signed in anywhere.")).toBeVisible();

	// Their page leaves for the sign-in by itself.
	await expect(theirs).toHaveURL(/\/sign-in\?next=%2F&ended=1$/);
	await form.signIn(member.email, member.password);
	const notices = theirs.getByRole("region", { name: "About your account" });
	await expect(notices).toContainText(`${admin.name} ended one of your sessions.`);
	await expectSound(theirs, "members and invitations");
	await theirs.goto("/movements");
	await notices.getByRole("button", { name: "Dismiss" }).click();
	await expect(notices).toHaveCount(0);
	await theirs.reload();
	await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(notices).toHaveCount(0);
});
