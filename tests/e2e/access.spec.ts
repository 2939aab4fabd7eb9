import { expect, type TestMember, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";

test("a member signs in, lands where they wanted to go, and signs out again; a cookie from before that opens nothing", async ({
	page,
	desk,
}) => {
	const member = await desk.members("viewer");
	await page.goto("/movements?type=withdrawal");
	await expect(page).toHaveURL(/\/sign-in\?next=/);
	const form = new SignInPage(page);
	await expect(form.email).toBeFocused();
	await form.signIn(member.email, member.password);
	await expect(page).toHaveURL(/\/movements\?type=withdrawal$/);
	const cookies = await page.context().cookies();
	await new Frame(page).signOut();
	await expect(page).toHaveURL(/\/sign-in/);
	await page.goBack();
	await expect(form.submit).toBeVisible();
	await expect(page.getByRole("table")).toHaveCount(0);
	await page.context().addCookies(cookies);
	expect((await page.request.get("/api/wallets")).status()).toBe(401);
	await page.goto("/movements");
	await expect(form.submit).toBeVisible();
});

test("a wrong password is refused in the same words as an unknown account; who guesses on must wait, and whoever signed in here before gets in at once meanwhile", async ({
	page,
	desk,
}) => {
	const { email, password } = await desk.members("viewer");
	const own = await new SignInPage(page).open();
	await own.signIn(email, password);
	await new Frame(page).signOut();
	const strangers = await new SignInPage(await desk.newPage()).open();
	for (const who of [email, "nobody-at-all@cauri.example"]) {
		await strangers.signIn(who, "not the right one");
		await expect(strangers.fault.filter({ hasText: "The e-mail address or password is wrong" })).toBeVisible();
		await expect(strangers.password).toBeFocused();
	}
	await expect(async () => {
		await strangers.signIn(email, "not the right one");
		await expect(strangers.fault.filter({ hasText: /Try again in \d+/ })).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await own.signIn(email, password);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(page).not.toHaveURL(/sign-in/);
});

test("an address where nothing is keeps the frame for who is signed in, and is a 404 for all", async ({
	page,
	desk,
}) => {
	const main = page.getByRole("navigation").getByRole("link", { name: "Movements" });
	for (const isSignedIn of [false, true]) {
		if (isSignedIn) await desk.signIn(page, "viewer");
		for (const path of ["/nothing-here", "/deposits/01ARZ3NDEKTSV4RRFFQ69G5FAV/nothing/here"]) {
			expect((await page.goto(path))?.status()).toBe(404);
			await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
			if (isSignedIn) await expect(main).toBeVisible();
			else await expect(page.getByRole("navigation")).toHaveCount(0);
		}
	}
});

test("a `next` that leads out of the desk is not followed", async ({ page, desk }) => {
	const member = await desk.members("viewer");
	// The other targets are a table in tests/unit/lib/paths.test.ts; a browser would follow this one.
	await page.goto(`/sign-in?next=${encodeURIComponent("/\\evil.example")}`);
	await new SignInPage(page).signIn(member.email, member.password);
	await expect(page).toHaveURL(`${desk.origin}/`);
});

test("every open page says at once that an admin ended its session, shows nothing more, and keeps the draft for the next sign-in", async ({
	page,
	deputy,
	desk,
}) => {
	const maker = await desk.signIn(page, "maker");
	const form = await new PaymentFormPage(page, "payout").open();
	const other = await page.context().newPage();
	await other.goto("/deposits");
	await expect(other.getByRole("heading", { level: 1, name: "Deposits" })).toBeVisible();
	const admin = await new SettingsPage(await desk.pageOf("admin")).open("members");
	await admin.openMember(maker.name);
	await admin.dialog.getByRole("checkbox", { name: /Block sign-in/ }).check();
	await page.bringToFront();
	await form.amount.fill("73500");
	const blocked = admin.page.waitForResponse((answer) => answer.request().method() === "PATCH");
	await admin.save();
	await blocked;
	// Sooner than the frame's next question for the desk's state, which comes every 15 seconds.
	await expect(page).toHaveURL(/\/sign-in\?next=%2Fpayouts%2Fnew&ended=1$/, { timeout: 8_000 });
	await expect(page.getByText(/^Your session has ended/)).toBeVisible();
	await other.bringToFront();
	await expect(other).toHaveURL(/\/sign-in\?next=%2Fdeposits&ended=1$/, { timeout: 8_000 });
	await expect(admin.members.getByRole("row", { name: new RegExp(maker.name) })).toContainText("Disabled");
	const signIn = new SignInPage(page);
	await page.bringToFront();
	await signIn.signIn(maker.email, maker.password);
	await expect(signIn.fault.filter({ hasText: "is wrong" })).toBeVisible();

	await (await desk.hand("admin")).send("PATCH", `/api/members/${maker.id}`, { disabled: false });
	await confirmChanges(deputy);
	await signIn.signIn(maker.email, maker.password);
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

test("the navigation shows what each role opens and no more, and what it does not open is refused, as a page and as a route", async ({
	page,
	desk,
}) => {
	const all = ["Home", "Movements", "Transactions", "Deposits", "Payouts", "Approvals", "Audit log", "Settings"];
	const closed = {
		viewer: [
			["Approvals", "Audit log", "Settings"],
			["/deposits/new", "/payouts/new", "/approvals", "/audit", "/settings/members", "/api/audit", "/api/members"],
		],
		maker: [
			["Audit log", "Settings"],
			["/audit", "/settings/members", "/settings/operators", "/api/audit", "/api/members"],
		],
		approver: [
			["Settings"],
			["/deposits/new", "/payouts/new", "/settings/members", "/api/members", "/api/configuration"],
		],
		admin: [[], []],
	} as const satisfies Record<TestMember["role"], [readonly string[], readonly string[]]>;
	for (const role of ["viewer", "maker", "approver", "admin"] as const) {
		const [hidden, refused]: readonly (readonly string[])[] = closed[role];
		await desk.signIn(page, role);
		await page.goto(refused?.[0] ?? "/");
		const refusal = page.getByRole("heading", { name: "You do not have access to this page" });
		await expect(refusal, role).toHaveCount(refused?.[0] ? 1 : 0);
		const navigation = page.getByRole("navigation", { name: "Main" }).first();
		await expect(navigation.getByRole("link", { name: /^Home/ })).toBeVisible();
		for (const name of all) {
			// Makers see in Approvals what became of their own payouts.
			if (role === "maker" && name === "Approvals") continue;
			const link = navigation.getByRole("link", { name: new RegExp(`^${name}`) });
			await expect(link, `${role}: ${name}`).toHaveCount(hidden?.includes(name) ? 0 : 1);
		}
		for (const path of refused ?? []) {
			const answer = await page.request.get(path);
			if (path.startsWith("/api/")) expect(answer.status(), path).toBe(403);
			else expect(await answer.text(), path).toContain("You do not have access to this page");
		}
	}
});

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
	for (const tab of [page, other]) {
		await expect(tab).toHaveURL(/\/sign-in/);
		await expect.poll(() => tab.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain("471");
	}
});
