import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { Frame } from "#tests/pages/frame.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { anAmount, shown } from "#tests/support/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import { allScreens } from "#tests/support/screens.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** What only the theme decides: everything else is the same in both. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

async function faultsOf(page: Page, rules: "all" | "colour"): Promise<string[]> {
	const axe = new AxeBuilder({ page });
	const { violations } = await (rules === "all" ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze();
	return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

for (const colorScheme of ["light", "dark"] as const) {
	for (const width of [1280, 360]) {
		test(`no screen breaks a rule of WCAG 2.2 AA or scrolls sideways, ${colorScheme}, ${width} px`, async ({
			page,
			signIn,
			desk,
			members,
		}) => {
			test.setTimeout(180_000);
			const rules = colorScheme === "light" ? "all" : "colour";
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 800 });
			await page.goto("/sign-in");
			await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
			expect(await faultsOf(page, rules), "Sign-in").toEqual([]);
			const screens = await allScreens(desk, members);
			await signIn(page, "admin");
			for (const { name, path } of screens) {
				await page.goto(path);
				await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
				expect(await faultsOf(page, rules), name).toEqual([]);
				const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
				expect(overflow, `${name} is wider than the screen`).toBeLessThanOrEqual(0);
			}
		});
	}
}

for (const width of [1280, 360]) {
	test(`nothing that opens over a screen breaks a rule of WCAG 2.2 AA, ${width} px`, async ({
		page,
		signIn,
		members,
		hand,
	}) => {
		test.setTimeout(120_000);
		await page.setViewportSize({ width, height: 800 });
		await page.emulateMedia({ reducedMotion: "reduce" });
		const amount = anAmount();
		await (await hand("maker")).requestPayout({ amount });
		await signIn(page, "admin");
		const clean = async (name: string) => {
			expect(await faultsOf(page, "all"), name).toEqual([]);
			await page.emulateMedia({ colorScheme: "dark" });
			// A busy machine may still be drawing the other theme.
			await expect.poll(() => faultsOf(page, "colour"), `${name}, dark`).toEqual([]);
			await page.emulateMedia({ colorScheme: "light" });
		};

		await page.goto("/");
		const frame = new Frame(page);
		await frame.menuButton.click();
		await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
		await clean("Member menu");
		await page.keyboard.press("Escape");
		await page.keyboard.press("Control+k");
		await expect(frame.palette).toBeVisible();
		await clean("Find");
		await page.keyboard.press("Escape");
		await page.keyboard.press("?");
		await expect(frame.keys).toBeVisible();
		await clean("Keys");

		const movements = new MovementsPage(page);
		await movements.open();
		for (const filter of ["Period", "Type", "Amount"] as const) {
			await movements.openFilter(filter);
			await clean(`Filter ${filter}`);
			await page.keyboard.press("Escape");
		}

		const approvals = await new ApprovalsPage(page).open();
		await approvals.ask(shown(amount));
		await expect(approvals.question).toBeVisible();
		await clean("Approve?");

		const settings = await new SettingsPage(page).open("members");
		await page.getByRole("button", { name: "Add a member" }).click();
		await settings.dialog.getByRole("button", { name: "Add a member" }).click();
		await expect(settings.dialog.getByRole("textbox", { name: "Name" })).toHaveAttribute("aria-invalid", "true");
		await clean("New member, with faults");
		await settings.open("members");
		await settings.openMember((await members("maker")).name);
		await clean("Member");
		await settings.open("operators");
		await settings.openOperator("MTN MoMo, Côte d’Ivoire");
		await clean("Operator");

		const form = await new PaymentFormPage(page, "payout").open();
		await form.submit.click();
		await expect(form.phone).toHaveAttribute("aria-invalid", "true");
		await clean("Payout form, with faults");
		await form.fill({ phone: newPhoneNumber("05"), amount: anAmount() });
		await form.submit.click();
		await expect(form.sendForApproval).toBeVisible();
		await clean("Payout, read once more");
	});
}
