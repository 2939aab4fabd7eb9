import { expect, test } from "#tests/e2e/fixtures.ts";
import { Frame } from "#tests/pages/frame.ts";
import { SignInPage } from "#tests/pages/sign-in-page.ts";

test("the system's dark theme is followed, and a theme that was chosen wins and is in the first HTML", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	await page.emulateMedia({ colorScheme: "light" });
	await page.goto("/");
	const light = await background();
	await page.emulateMedia({ colorScheme: "dark" });
	const dark = await background();
	expect(dark).not.toBe(light);
	const kept = page.waitForResponse((response) => response.url().endsWith("/api/preferences"));
	await new Frame(page).chooseTheme("Light");
	await expect.poll(background).toBe(light);
	expect((await kept).ok()).toBe(true);
	const html = await (await page.context().request.get(`${desk.origin}/`)).text();
	expect(html).toMatch(/<html[^>]*data-theme="light"/);
	await page.goto("/");
	expect(await background()).toBe(light);
});

test("language and theme belong to the member: the next browser has them in its first HTML, and another member there their own", async ({
	page,
	desk,
}) => {
	const member = await desk.signIn(page, "viewer");
	await page.goto("/");
	await new Frame(page).chooseTheme("Dark");
	await page.getByRole("radio", { name: "Français" }).check();
	await expect(page.getByRole("link", { name: "Mouvements" }).first()).toBeVisible();
	await page.goto("/movements");
	await expect(page.getByRole("heading", { level: 1, name: "Mouvements" })).toBeVisible();

	const elsewhere = await desk.newPage({ locale: "en-GB", colorScheme: "light" });
	await elsewhere.goto("/sign-in");
	await expect(elsewhere.locator("html")).toHaveAttribute("lang", "en");
	await new SignInPage(elsewhere).signIn(member.email, member.password);
	await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
	await expect(elsewhere.locator("html")).toHaveAttribute("lang", "fr");
	const html = await (await elsewhere.context().request.get(`${desk.origin}/movements`)).text();
	expect(html).toMatch(/<html[^>]*lang="fr"[^>]*data-theme="dark"/);

	const other = await desk.members("maker");
	await desk.database.updateTable("member").set({ locale: "en", theme: "light" }).where("id", "=", other.id).execute();
	await desk.signIn(elsewhere, other);
	const theirs = await (await elsewhere.context().request.get(`${desk.origin}/movements`)).text();
	expect(theirs).toMatch(/<html[^>]*lang="en"[^>]*data-theme="light"/);
});

test("a choice that could not be kept is not shown as chosen, so that it can be tried again", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	await page.goto("/");
	await page.route("**/api/preferences", (route) => route.abort());
	await new Frame(page).menuButton.click();
	await page.getByRole("radio", { name: "Dark" }).click();
	await expect(page.getByText("Your choice could not be saved. Try again.")).toBeVisible();
	await expect(page.getByRole("radio", { name: "Dark" })).not.toBeChecked();
	await expect(page.locator("html")).not.toHaveAttribute("data-theme", "dark");
	await page.unroute("**/api/preferences");
	const kept = page.waitForResponse((response) => response.url().endsWith("/api/preferences"));
	await page.getByRole("radio", { name: "Dark" }).check();
	expect((await kept).ok()).toBe(true);
});
