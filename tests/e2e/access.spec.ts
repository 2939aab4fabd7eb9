import { expect, type TestMember, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";

test("a member signs in, lands where they wanted to go, and signs out again", async ({ page, desk }) => {
	const member = await desk.members("viewer");
	await page.goto("/movements?type=withdrawal");
	await expect(page).toHaveURL(/\/sign-in\?next=/);
	const form = new SignInPage(page);
	await form.signIn(member.email, member.password);
	await expect(page).toHaveURL(/\/movements\?type=withdrawal$/);
	await page.getByRole("button", { name: new RegExp(member.name) }).click();
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page).toHaveURL(/\/sign-in/);
	await page.goBack();
	await expect(form.submit).toBeVisible();
	await expect(page.getByRole("table")).toHaveCount(0);
});

test("the sign-in waits for the e-mail: one can type at once", async ({ page }) => {
	const form = await new SignInPage(page).open();
	await expect(form.email).toBeFocused();
});

test("an address where nothing is keeps the frame for who is signed in, and is a 404 for all", async ({
	page,
	desk,
}) => {
	for (const path of ["/nothing-here", "/deposits/01ARZ3NDEKTSV4RRFFQ69G5FAV/nothing/here"]) {
		// A page that is open would leave for the sign-in by itself.
		await page.goto("about:blank");
		await page.context().clearCookies();
		expect((await page.goto(path))?.status()).toBe(404);
		await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
		await expect(page.getByRole("navigation")).toHaveCount(0);
		await desk.signIn(page, "viewer");
		expect((await page.goto(path))?.status()).toBe(404);
		await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
		await expect(page.getByRole("navigation").getByRole("link", { name: "Movements" })).toBeVisible();
	}
});

test("a wrong password is refused in the same words as an unknown account", async ({ page, desk }) => {
	const { email } = await desk.members("viewer");
	const form = await new SignInPage(page).open();
	for (const who of [email, "nobody-at-all@cauri.example"]) {
		await form.signIn(who, "not the right one");
		await expect(page.getByRole("alert").filter({ hasText: "The e-mail or password is wrong" })).toBeVisible();
		await expect(form.password).toBeFocused();
	}
});

test("who guesses on must wait, and is told how long", async ({ page, desk }) => {
	const { email } = await desk.members("viewer");
	const form = await new SignInPage(page).open();
	const waiting = page.getByRole("alert").filter({ hasText: /Try again in \d+/ });
	await expect(async () => {
		await form.signIn(email, "not the right one");
		await expect(waiting).toBeVisible({ timeout: 1_000 });
	}).toPass();
});

test("whoever signed in here before gets in at once while others guess at their account", async ({ page, desk }) => {
	const { email, password } = await desk.members("viewer");
	const own = await new SignInPage(page).open();
	await own.signIn(email, password);
	await new Frame(page).signOut();
	const strangers = await new SignInPage(await desk.newPage()).open();
	const waiting = strangers.fault.filter({ hasText: /Try again in \d+/ });
	await expect(async () => {
		await strangers.signIn(email, "not the right one");
		await expect(waiting).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await own.signIn(email, password);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(page).not.toHaveURL(/sign-in/);
});

test("a `next` that leads out of the desk is not followed", async ({ page, desk }) => {
	const member = await desk.members("viewer");
	for (const next of ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
		// The desk's page would leave for the sign-in by itself.
		await page.goto("about:blank");
		await page.context().clearCookies();
		await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
		await new SignInPage(page).signIn(member.email, member.password);
		await expect(page).toHaveURL(`${desk.origin}/`);
	}
});

test("a session that an admin ended leads back to the sign-in", async ({ page, desk }) => {
	const viewer = await desk.signIn(page, "viewer");
	await page.goto("/");
	const adminPage = await desk.pageOf("admin");
	await adminPage.goto("/settings/members");
	const settings = new SettingsPage(adminPage);
	await settings.openMember(viewer.name);
	await settings.dialog.getByRole("checkbox", { name: /Block sign-in/ }).check();
	await settings.save();
	await expect(adminPage.getByRole("row", { name: new RegExp(viewer.name) })).toContainText("Disabled");
	// The open page leaves by itself; only then is another one asked for, or the two ways cross.
	await expect(page).toHaveURL(/\/sign-in\?next=%2F&ended=1$/);
	await page.goto("/movements");
	await expect(page).toHaveURL(/\/sign-in\?next=%2Fmovements$/);
	await new SignInPage(page).signIn(viewer.email, viewer.password);
	await expect(page.getByRole("alert").filter({ hasText: "is wrong" })).toBeVisible();
});

test("every open page says at once that its session was ended elsewhere, shows nothing more, and keeps the draft", async ({
	page,
	deputy,
	desk,
}) => {
	const maker = await desk.signIn(page, "maker");
	const form = await new PaymentFormPage(page, "payout").open();
	const other = await page.context().newPage();
	await other.goto("/deposits");
	await expect(other.getByRole("heading", { level: 1, name: "Deposits" })).toBeVisible();
	await page.bringToFront();
	await form.amount.fill("73500");
	const answer = await (await desk.hand("admin")).send("PATCH", `/api/members/${maker.id}`, { disabled: true });
	expect(answer.status).toBe(200);
	// At once: the frame asks for the desk's state every 15 seconds, and neither page waits for that.
	await expect(page).toHaveURL(/\/sign-in\?next=%2Fpayouts%2Fnew&ended=1$/, { timeout: 8_000 });
	await expect(page.getByText(/^Your session has ended/)).toBeVisible();
	await expect(new SignInPage(page).submit).toBeVisible();
	await other.bringToFront();
	await expect(other).toHaveURL(/\/sign-in\?next=%2Fdeposits&ended=1$/, { timeout: 8_000 });

	await (await desk.hand("admin")).send("PATCH", `/api/members/${maker.id}`, { disabled: false });
	await confirmChanges(deputy);
	await page.bringToFront();
	await new SignInPage(page).signIn(maker.email, maker.password);
	await expect(page).toHaveURL(/\/payouts\/new$/);
	await expect(form.amount).toHaveValue(/^73\s?500$/);
});

test("a member whose role two admins change must sign in again, and has what the new role opens", async ({
	page,
	deputy,
	desk,
}) => {
	const member = await desk.signIn(page, "viewer");
	const admin = await desk.pageOf("admin");
	const settings = await new SettingsPage(admin).open("members");
	await settings.openMember(member.name);
	await settings.dialog.getByRole("combobox", { name: "Role" }).selectOption({ label: "Maker" });
	await settings.save();
	await confirmChanges(deputy);
	await expect(settings.members.getByRole("row", { name: new RegExp(member.name) })).toContainText("Maker");
	await page.goto("/deposits");
	const form = new SignInPage(page);
	await form.signIn(member.email, member.password);
	await expect(page.getByRole("link", { name: "New deposit" }).first()).toBeVisible();
});

test("a cookie from before the sign-out opens nothing", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	const cookies = await page.context().cookies();
	await new Frame(page).signOut();
	await expect(page).toHaveURL(/\/sign-in/);
	await page.context().addCookies(cookies);
	expect((await page.context().request.get("/api/wallets")).status()).toBe(401);
	await page.goto("/movements");
	await expect(new SignInPage(page).submit).toBeVisible();
});

for (const [role, pages, routes] of [
	["maker", ["/audit", "/settings/members", "/settings/operators"], ["/api/audit", "/api/members"]],
	["approver", ["/deposits/new", "/payouts/new", "/settings/members"], ["/api/members", "/api/configuration"]],
] as const) {
	test(`what the role ${role} does not open is refused, as a page and as a route`, async ({ page, desk }) => {
		await desk.signIn(page, role);
		for (const path of pages) {
			await page.goto(path);
			await expect(page.getByRole("heading", { name: "You do not have access to this page" }), path).toBeVisible();
		}
		for (const path of routes) expect((await page.context().request.get(path)).status(), path).toBe(403);
	});
}

test("an admin adds a member, who can sign in with the role that was given", async ({ page, desk }) => {
	await desk.signIn(page, "admin");
	const settings = await new SettingsPage(page).open("members");
	const name = `Zoé ${Date.now().toString(36)}`;
	const added = { name, email: `${Date.now().toString(36)}@cauri.example`, password: "kapok-et-raphia-77" };
	await settings.addMember({ ...added, role: "Viewer" });
	await expect(settings.members.getByRole("row", { name: new RegExp(name) })).toContainText("Viewer");
	const theirs = await desk.newPage();
	await (await new SignInPage(theirs).open()).signIn(added.email, added.password);
	await theirs.getByLabel("Current password").fill(added.password);
	await theirs.getByLabel("New password", { exact: true }).fill("fleuve-et-granite-88");
	await theirs.getByRole("button", { name: "Change password" }).click();
	await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Zoé");
	await expect(theirs.getByRole("link", { name: "Settings" })).toHaveCount(0);
});

test("a viewer sees, but can start nothing", async ({ page, desk }) => {
	const payout = await (await desk.hand("maker")).requestPayout();
	await desk.signIn(page, "viewer");
	for (const path of ["/", "/deposits", "/payouts", `/payouts/${payout.id}`]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.getByRole("link", { name: /^New (deposit|payout)/ })).toHaveCount(0);
		await expect(page.getByRole("button", { name: /^(Approve|Reject|Cancel)/ })).toHaveCount(0);
	}
	for (const path of ["/deposits/new", "/payouts/new", "/approvals", "/audit", "/settings/members"]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { name: "You do not have access to this page" }), path).toBeVisible();
	}
	const body = { amount: "100", currency: "XOF", operator: "mtn-ci", country: "CI" };
	const viewer = await desk.hand("viewer");
	const refused = [
		await viewer.send("POST", "/api/deposits", { ...body, phoneNumber: "+2250500000001" }),
		await viewer.send("POST", "/api/payouts", { ...body, destination: "+2250500000001" }),
		await viewer.decide(payout, "approve"),
	];
	expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
	expect((await page.context().request.get("/api/audit")).status()).toBe(403);
	expect((await page.context().request.get("/api/members")).status()).toBe(403);
});

for (const [role, shown, hidden] of [
	["viewer", ["Home", "Movements", "Transactions", "Deposits", "Payouts"], ["Approvals", "Audit log", "Settings"]],
	["maker", ["Home", "Movements", "Transactions", "Deposits", "Payouts"], ["Audit log", "Settings"]],
	["approver", ["Home", "Movements", "Payouts", "Approvals", "Audit log"], ["Settings"]],
	["admin", ["Home", "Movements", "Payouts", "Approvals", "Audit log", "Settings"], []],
] as const satisfies [TestMember["role"], string[], string[]][]) {
	test(`the navigation of a ${role} shows what the role opens, and no more`, async ({ page, desk }) => {
		await desk.signIn(page, role);
		await page.goto("/");
		const navigation = page.getByRole("navigation", { name: "Main" }).first();
		for (const name of shown)
			await expect(navigation.getByRole("link", { name: new RegExp(`^${name}`) })).toBeVisible();
		for (const name of hidden)
			await expect(navigation.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveCount(0);
	});
}

test("whoever signs out leaves no half-filled payment and no answer in any tab of the browser", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "maker");
	await page.goto("/payouts/new");
	await page.getByRole("textbox", { name: "Amount" }).fill("4711");
	await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain("4711");
	const other = await page.context().newPage();
	await other.goto("/payouts/new");
	await other.getByRole("textbox", { name: "Amount" }).fill("4712");
	await expect.poll(() => other.evaluate(() => JSON.stringify(sessionStorage))).toContain("4712");
	const answer = page.waitForResponse((response) => response.request().method() === "DELETE");
	await new Frame(page).signOut();
	expect(await (await answer).headerValue("clear-site-data")).toBe('"cache", "storage"');
	await expect(page).toHaveURL(/\/sign-in/);
	for (const tab of [page, other])
		await expect.poll(() => tab.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain("471");
});
