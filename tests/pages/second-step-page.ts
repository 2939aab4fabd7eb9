/** The page between password and desk: sets up or asks for a second factor. */

import { Secret, TOTP } from "otpauth";
import { expect } from "playwright/test";
import { Part } from "#tests/pages/part.ts";

export class SecondStepPage extends Part {
	readonly title = this.page.getByRole("heading", { name: "Confirm your identity" });
	readonly enrolmentTitle = this.page.getByRole("heading", { name: "Secure your access" });
	readonly code = this.page.getByLabel(/^(App code|Recovery code)$/);
	readonly confirm = this.page.getByRole("button", { name: /^Confirm( code)?$/ });
	readonly byPasskey = this.page.getByRole("button", { name: "Confirm with a passkey" });
	readonly fault = this.page.getByRole("alert").filter({ hasText: /\S/ });
	readonly recoveryCodes = this.page
		.getByRole("region", { name: "Save your ten recovery codes" })
		.getByRole("listitem");

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
