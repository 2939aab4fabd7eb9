import { expect, type Locator } from "playwright/test";
import { Part } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export class ReconciliationPage extends Part {
	readonly queue = this.page.getByRole("region", { name: "Exceptions" });
	readonly days = this.page.getByRole("table", { name: /^.* wallet proved by day$/ });
	/** Links to the other pages of the queue. */
	readonly pages = this.page.getByRole("navigation", { name: "Pages of exceptions" });
	readonly month = this.page.getByRole("combobox", { name: "Month" });
	readonly dialog = this.page.getByRole("dialog");

	async open(currency = "XOF"): Promise<this> {
		await this.page.goto(`/reconciliation?currency=${currency}`);
		return this;
	}

	/** The line or payment with this text, and its choices. */
	item(text: string | RegExp): Locator {
		return this.queue
			.getByRole("listitem")
			.filter({ hasText: text })
			.filter({ hasNot: this.page.getByRole("list") });
	}

	exceptions(): Locator {
		return this.queue.getByRole("listitem").filter({ has: this.page.getByRole("list") });
	}

	figures(): Promise<string[]> {
		return this.exceptions().allInnerTexts();
	}

	exception(text: string | RegExp): Locator {
		return this.queue
			.getByRole("listitem")
			.filter({ has: this.page.getByRole("list") })
			.filter({ hasText: text });
	}

	async decide(item: Locator, choice: string | RegExp, reason: string): Promise<void> {
		await item.getByRole("button", { name: /^(Explain|Choose action)/ }).click();
		const option = this.dialog.getByRole("option", { name: choice });
		await this.dialog
			.getByRole("combobox", { name: "Decision" })
			.selectOption((await option.getAttribute("value")) ?? "");
		await this.dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await new StepUpPart(this.page).through(() => this.dialog.getByRole("button", { name: "Save" }).click());
		await expect(this.dialog).toHaveCount(0);
	}

	/** Gives the same answer as the first of two people, with a fresh proof. */
	async decideToo(item: Locator, reason: string): Promise<void> {
		await item.getByRole("button", { name: "Add second decision" }).click();
		await this.dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await new StepUpPart(this.page).through(() => this.dialog.getByRole("button", { name: "Save" }).click());
	}

	async takeBack(text: string | RegExp, reason: string): Promise<void> {
		const group = this.page.getByRole("group").filter({ hasText: /The team’s last/ });
		await group.getByText(/^The team’s last/).click();
		await group.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name: "Withdraw" }).click();
		await this.dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await this.dialog.getByRole("button", { name: "Withdraw" }).click();
		await expect(this.dialog).toHaveCount(0);
	}
}
