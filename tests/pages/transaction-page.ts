import type { Locator, Page } from "playwright/test";

export class TransactionsPage {
	readonly page: Page;
	readonly reference: Locator;
	readonly recent: Locator;

	constructor(page: Page) {
		this.page = page;
		this.reference = page.getByRole("textbox", { name: "Service reference" });
		this.recent = page.getByRole("region", { name: "Your recent look-ups" });
	}

	async open(): Promise<this> {
		await this.page.goto("/transactions");
		return this;
	}

	async lookUp(reference: string): Promise<void> {
		await this.reference.fill(reference);
		await this.page.getByRole("button", { name: "Look up" }).click();
	}

	/** References and their results, newest first. */
	recentRows(): Locator {
		return this.recent.getByRole("row").filter({ has: this.page.getByRole("link") });
	}
}

/** `/transactions/{reference}` */
export class TransactionPage {
	readonly page: Page;
	readonly main: Locator;
	readonly amount: Locator;
	readonly facts: Locator;
	/** The service's history, oldest first. */
	readonly history: Locator;
	readonly contradictions: Locator;
	readonly askAgain: Locator;

	constructor(page: Page) {
		this.page = page;
		this.main = page.getByRole("main");
		this.amount = page.getByRole("heading", { level: 1 });
		this.facts = page.getByRole("region", { name: "Details" });
		this.history = page.getByRole("list", { name: "History" });
		this.contradictions = page.getByRole("region", { name: "The service returned contradictory answers." });
		this.askAgain = page.getByRole("button", { name: "Check again" });
	}

	async open(reference: string): Promise<this> {
		await this.page.goto(`/transactions/${reference}`);
		return this;
	}

	/** Values of detail, history and status. */
	contradiction(field: string): Locator {
		return this.contradictions.getByRole("row").filter({ hasText: field }).getByRole("cell");
	}

	async historyTimes(): Promise<(string | null)[]> {
		const times = this.history.getByRole("time");
		return times.evaluateAll((all) => all.map((time) => time.getAttribute("datetime")));
	}
}
