import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { Frame } from "#tests/pages/frame.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { faultsOf } from "#tests/support/browser/accessibility.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

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
		await clean("Keyboard shortcuts");

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
		await page.getByRole("button", { name: "Add with a password" }).click();
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
