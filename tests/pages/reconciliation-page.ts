/** Whose is every line, and does the balance follow: the answer, the queue, the days. */
import { expect, type Locator, type Page } from "playwright/test";

export class ReconciliationPage {
	readonly page: Page;
	/** What people decide. */
	readonly queue: Locator;
	readonly days: Locator;
	readonly dialog: Locator;
	/** Ways to the other pages of the queue. */
	readonly pages: Locator;
	readonly month: Locator;

	constructor(page: Page) {
		this.page = page;
		this.queue = page.getByRole("region", { name: "To decide" });
		this.days = page.getByRole("table", { name: /^Proofs of the .* wallet by day$/ });
		this.pages = page.getByRole("navigation", { name: "Pages of what is to decide" });
		this.month = page.getByRole("combobox", { name: "Month" });
		this.dialog = page.getByRole("dialog");
	}

	async open(currency = "XOF"): Promise<this> {
		await this.page.goto(`/reconciliation?currency=${currency}`);
		return this;
	}

	/** A line or payment of the queue that shows this text, with what can be said of it. */
	item(text: string | RegExp): Locator {
		return this.queue
			.getByRole("listitem")
			.filter({ hasText: text })
			.filter({ hasNot: this.page.getByRole("list") });
	}

	/** All of the page. */
	findings(): Locator {
		return this.queue.getByRole("listitem").filter({ has: this.page.getByRole("list") });
	}

	/** What each of them says, in their order. */
	figures(): Promise<string[]> {
		return this.findings().allInnerTexts();
	}

	finding(text: string | RegExp): Locator {
		return this.queue
			.getByRole("listitem")
			.filter({ has: this.page.getByRole("list") })
			.filter({ hasText: text });
	}

	/** What it is, by the words of the choice; and why. */
	async decide(item: Locator, choice: string | RegExp, reason: string): Promise<void> {
		await item.getByRole("button", { name: /^Say what/ }).click();
		const option = this.dialog.getByRole("option", { name: choice });
		await this.dialog
			.getByRole("combobox", { name: "Decision" })
			.selectOption((await option.getAttribute("value")) ?? "");
		await this.dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await this.dialog.getByRole("button", { name: "Keep the decision" }).click();
		await expect(this.dialog).toHaveCount(0);
	}

	async takeBack(text: string | RegExp, reason: string): Promise<void> {
		const group = this.page.getByRole("group").filter({ hasText: /decisions? of people/ });
		await group.getByText(/decisions? of people/).click();
		await group.getByRole("listitem").filter({ hasText: text }).getByRole("button", { name: "Take back" }).click();
		await this.dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await this.dialog.getByRole("button", { name: "Take back" }).click();
		await expect(this.dialog).toHaveCount(0);
	}
}
