import type { Locator } from "playwright/test";
import { formatPhone } from "#lib/phone.ts";
import { AddressedPage } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export class ApprovalsPage extends AddressedPage {
	readonly path = "/approvals";
	readonly cards = this.page.getByRole("article", { name: /^Payout of/ });

	/** Finds a card by the payout's own amount, number or purpose; similar payouts that a card names do not count. */
	card(text: string | RegExp): Locator {
		return this.cards.filter({ has: this.page.locator("[data-own]").filter({ hasText: text }) });
	}

	/** The checkbox that marks the card together with others. */
	markOf(number: string): Locator {
		return this.card(formatPhone(number)).getByRole("checkbox");
	}

	/** The dialog that shows what is approved and asks for the proof. */
	get question(): Locator {
		return this.page.getByRole("dialog", { name: "Approve this payout?" });
	}

	async approve(text: string | RegExp): Promise<void> {
		await this.ask(text);
		await this.confirm();
		await this.question.waitFor({ state: "detached" });
	}

	/** Opens the dialog; nothing is decided yet. */
	async ask(text: string | RegExp): Promise<void> {
		await this.card(text)
			.getByRole("button", { name: /^Approve/ })
			.click();
	}

	async confirm(): Promise<void> {
		await new StepUpPart(this.page).give();
	}
}
