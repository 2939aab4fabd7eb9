/** The page between password and desk: sets up or asks for a second factor. */

import { Secret, TOTP } from "otpauth";
import { expect, type Locator, type Page } from "playwright/test";

export class SecondStepPage {
	readonly page: Page;
	readonly title: Locator;
	readonly enrolmentTitle: Locator;
	readonly code: Locator;
	readonly confirm: Locator;
	readonly byPasskey: Locator;
	readonly fault: Locator;
	readonly recoveryCodes: Locator;

	constructor(page: Page) {
		this.page = page;
		this.title = page.getByRole("heading", { name: "Confirm your identity" });
		this.enrolmentTitle = page.getByRole("heading", { name: "Secure your access" });
		this.code = page.getByLabel(/^(App code|Recovery code)$/);
		this.confirm = page.getByRole("button", { name: /^Confirm( code)?$/ });
		this.byPasskey = page.getByRole("button", { name: "Confirm with a passkey" });
		this.fault = page.getByRole("alert").filter({ hasText: /\S/ });
		this.recoveryCodes = page.getByRole("region", { name: "Save your ten recovery codes" }).getByRole("listitem");
	}

	async enrolPasskey(name: string): Promise<string[]> {
		await this.page.getByRole("button", { name: /^Passkey/ }).click();
		await this.page.getByRole("textbox", { name: "Passkey name" }).fill(name);
		await this.page.getByRole("button", { name: "Create passkey" }).click();
		return this.keepCodes();
	}

	async enrolApp(): Promise<{ secret: string; codes: string[] }> {
		const secret = await this.showAppKey();
		await this.code.fill(codeOf(secret));
		await this.confirm.click();
		return { secret, codes: await this.keepCodes() };
	}

	async showAppKey(): Promise<string> {
		await this.page.getByRole("button", { name: /^Authenticator app/ }).click();
		await expect(this.page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
		return ((await this.page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? "").replaceAll(" ", "");
	}

	/** Requires the member to confirm that the codes are saved. */
	async keepCodes(): Promise<string[]> {
		await expect(this.recoveryCodes).toHaveCount(10);
		const codes = await this.recoveryCodes.allTextContents();
		const goOn = this.page.getByRole("button", { name: "Continue" });
		await expect(goOn).toBeDisabled();
		await this.page.getByRole("checkbox", { name: "I have stored these codes in a safe place" }).check();
		await goOn.click();
		return codes;
	}
}

/** Code of the app now, or `steps` half minutes from now. */
export function codeOf(secret: string, steps = 0): string {
	return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
}
