import type { Locator } from "playwright/test";
import { AddressedPage, Part } from "#tests/pages/part.ts";

export class TransactionsPage extends AddressedPage {
	readonly path = "/transactions";
	readonly reference = this.page.getByRole("textbox", { name: "Service reference" });
	readonly recent = this.page.getByRole("region", { name: "Your recent look-ups" });

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
export class TransactionPage extends Part {
	readonly main = this.page.getByRole("main");
	readonly amount = this.page.getByRole("heading", { level: 1 });
	readonly facts = this.page.getByRole("region", { name: "Details" });
	/** The service's history, oldest first. */
	readonly history = this.page.getByRole("list", { name: "History" });
	readonly contradictions = this.page.getByRole("region", { name: "The service returned contradictory answers." });
	readonly askAgain = this.page.getByRole("button", { name: "Check again" });

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
