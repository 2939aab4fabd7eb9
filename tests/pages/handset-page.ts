import { expect, type Locator, type Page } from "playwright/test";
import { Part } from "#tests/pages/part.ts";
import type { SandboxClient } from "#tests/support/service/sandbox-client.ts";

export class HandsetPage extends Part {
	readonly messages = this.page.getByRole("region", { name: "Messages" });

	/** `number` in E.164. */
	static async open(page: Page, sandbox: SandboxClient, number: string): Promise<HandsetPage> {
		await page.goto(`${sandbox.phoneUrl(number)}?lang=en`);
		return new HandsetPage(page);
	}

	request(reference: string): Locator {
		return this.page.getByRole("article", { name: `Payment request ${reference}` });
	}

	async approve(reference: string, pin = "1234"): Promise<void> {
		const request = this.request(reference);
		await request.getByRole("textbox", { name: "PIN" }).fill(pin);
		await request.getByRole("button", { name: "Approve" }).click();
	}

	async refuse(reference: string): Promise<void> {
		await this.request(reference).getByRole("button", { name: "Refuse" }).click();
		await expect(this.request(reference)).toBeHidden();
	}

	async dialForCode(dialled: string): Promise<string> {
		const pad = this.page.getByRole("form", { name: "Dial pad" });
		await pad.getByRole("textbox", { name: "Number or code" }).fill(dialled);
		await pad.getByRole("button", { name: "Dial", exact: true }).click();
		const message = this.messages.getByRole("listitem").filter({ hasText: /\b\d{6}\b/ });
		await expect(message).toBeVisible();
		return /\b(\d{6})\b/.exec((await message.textContent()) ?? "")?.[1] ?? "";
	}

	async enterCode(reference: string, code: string): Promise<void> {
		const request = this.request(reference);
		await request.getByRole("textbox", { name: "Payment code" }).fill(code);
		await request.getByRole("button", { name: "Confirm code" }).click();
	}
}
