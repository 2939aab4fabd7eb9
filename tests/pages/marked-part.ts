import type { Locator, Page } from "playwright/test";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export class MarkedPart {
	readonly page: Page;
	readonly bar: Locator;
	readonly dialog: Locator;

	constructor(page: Page) {
		this.page = page;
		this.bar = page.getByRole("region", { name: "Selected payouts" });
		this.dialog = page.getByRole("dialog", { name: /payouts?.*\?$/ });
	}

	async ask(act: string): Promise<void> {
		await this.bar.getByRole("button", { name: act }).click();
	}

	/** Sends the dialog, with one proof for all payouts. */
	async confirm(act: string): Promise<void> {
		await new StepUpPart(this.page).through(() => this.dialog.getByRole("button", { name: act }).click());
	}
}
