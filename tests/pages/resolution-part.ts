import { expect } from "playwright/test";
import { Part } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

// A balance reading follows two seconds after a lost answer; a busy machine needs longer.
const BY_ITSELF_MS = 20_000;

export class ResolutionPart extends Part {
	readonly evidence = this.page
		.locator("section")
		.filter({ has: this.page.getByRole("heading", { name: "What the wallet shows" }) });
	readonly card = this.page
		.locator("section")
		.filter({ has: this.page.getByRole("heading", { name: "Confirm outcome" }) });
	readonly paid = this.card.getByRole("button", { name: "It was paid", exact: true });
	readonly dialog = this.page.getByRole("dialog");
	readonly amount = this.dialog.getByRole("textbox", { name: "Enter the amount" });
	readonly reason = this.dialog.getByRole("textbox", { name: "How do you know?" });

	async shows(words: RegExp): Promise<void> {
		await expect(this.evidence).toContainText(words, { timeout: BY_ITSELF_MS });
	}

	async says(words: string | RegExp): Promise<void> {
		await expect(this.card).toContainText(words, { timeout: BY_ITSELF_MS });
	}

	async say(word: "It was paid" | "It was not paid", amount: string, reason: string): Promise<void> {
		await this.card.getByRole("button", { name: word, exact: true }).click();
		await this.fill(amount, reason, word);
	}

	async fill(amount: string, reason: string, word = "It was paid"): Promise<void> {
		await this.amount.fill(amount);
		await this.reason.fill(reason);
		const act = this.dialog.getByRole("button", { name: word, exact: true });
		// Evidence that arrives while somebody types is shown first, and then confirmed.
		await expect(async () => {
			await new StepUpPart(this.page).through(() => act.click());
			await expect(this.dialog).toHaveCount(0, { timeout: BY_ITSELF_MS / 2 });
		}).toPass();
	}
}
