import type { Page } from "playwright/test";
import { LOCALES } from "#lib/i18n/choose-locale.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { Frame } from "#tests/pages/frame.ts";
import { MovementsPage } from "#tests/pages/movements-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { AXE_FILE, expectSound, faultsOf, THEMES, takeWidth } from "#tests/support/browser/accessibility.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

for (const width of [1280, 360]) {
	test(`nothing that opens over a screen breaks a rule of WCAG 2.2 AA, ${width} px`, async ({ page, desk }) => {
		test.setTimeout(120_000);
		await page.setViewportSize({ width, height: 800 });
		await page.addInitScript({ path: AXE_FILE });
		const amount = anAmount();
		await (await desk.hand("maker")).requestPayout({ amount });
		await desk.signIn(page, "admin");
		const clean = async (name: string) => {
			// A panel that has just opened may still be moving.
			await expect.poll(() => faultsOf(page, "all"), name).toEqual([]);
			await page.emulateMedia({ colorScheme: "dark" });
			// A busy machine may still be drawing the dark theme.
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

		const movements = await new MovementsPage(page).open();
		// Near the lower edge a menu scrolls, and axe would call an entry that is cut too small.
		await takeWidth(page, width);
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
		await settings.openMember((await desk.members("maker")).name);
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
		await expect(form.requestApproval).toBeVisible();
		await clean("Payout, read once more");
	});
}

async function expectSoundOnPaper(page: Page, name: string): Promise<void> {
	for (const { colorScheme, rules } of THEMES) {
		await page.emulateMedia({ colorScheme, media: "print" });
		await expect.poll(() => faultsOf(page, rules), `${name}, printed, ${colorScheme}`).toEqual([]);
	}
	await page.emulateMedia({ media: "screen" });
}

for (const locale of LOCALES) {
	test(`papers break no rule of WCAG 2.2 AA, on the screen and printed, nor does the page that checks their codes: ${locale}`, async ({
		page,
		desk,
	}) => {
		test.setTimeout(120_000);
		const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
		const payout = await approver.approve(await maker.requestPayout({ amount: "45122", note: "Rent of March" }));
		await approver.until(payout, "succeeded");
		await page.addInitScript({ path: AXE_FILE });
		const cookie = { name: "cauri_locale", value: locale, url: desk.origin };
		await desk.signIn(page, "viewer");
		await page.context().addCookies([cookie]);
		await page.goto(`/payouts/${payout.id}/receipt?locale=${locale}`);
		const text = await page.getByRole("article").textContent();
		await expectSound(page, "Receipt");
		await expectSoundOnPaper(page, "Receipt");
		await page.goto("/statements");
		await expect(page.getByRole("table").first()).toBeVisible();
		await expectSound(page, "Statement");
		await expectSoundOnPaper(page, "Statement");

		const stranger = await desk.newPage();
		await stranger.context().addCookies([cookie]);
		const code = /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec(text ?? "")?.[0] ?? "no code";
		for (const [name, asked] of Object.entries({ issued: code, unknown: "7K3M-Q9ZX-04TB-WNRE" })) {
			await stranger.goto(`/verify/${asked}`);
			await expect(stranger.locator("html")).toHaveAttribute("lang", locale);
			await expect(stranger.getByRole("main")).toContainText(asked);
			await expectSound(stranger, `Check of a code, ${name}`);
			await expectSoundOnPaper(stranger, `Check of a code, ${name}`);
		}
	});
}
