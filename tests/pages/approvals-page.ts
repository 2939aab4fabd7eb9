/** What waits for a second person. */
import type { Locator, Page } from "playwright/test";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export class ApprovalsPage {
	readonly page: Page;
	readonly cards: Locator;

	constructor(page: Page) {
		this.page = page;
		this.cards = page.getByRole("article", { name: /^Payout of/ });
	}

	async open(): Promise<this> {
		await this.page.goto("/approvals");
		return this;
	}

	/** The card that shows this text: a purpose, a number, an amount. */
	card(text: string | RegExp): Locator {
		return this.cards.filter({ hasText: text });
	}

	/** The question whether this payout may leave. */
	get question(): Locator {
		return this.page.getByRole("dialog", { name: "Approve this payout?" });
	}

	async approve(text: string | RegExp): Promise<void> {
		await this.ask(text);
		await this.confirm();
	}

	/** Opens the question; nothing is decided yet. */
	async ask(text: string | RegExp): Promise<void> {
		await this.card(text)
			.getByRole("button", { name: /^Approve/ })
			.click();
	}

	async confirm(): Promise<void> {
		await new StepUpPart(this.page).through(() => this.question.getByRole("button", { name: /^Approve/ }).click());
	}

	async reject(text: string | RegExp, reason: string): Promise<void> {
		await this.card(text)
			.getByRole("button", { name: /^Reject/ })
			.click();
		const dialog = this.page.getByRole("dialog");
		await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await dialog.getByRole("button", { name: "Reject", exact: true }).click();
	}
}
