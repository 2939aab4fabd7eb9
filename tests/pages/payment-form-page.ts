import { expect, type Locator } from "playwright/test";
import { PaymentPart } from "#tests/pages/part.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export interface TypedPayment {
	/** As typed: national, international, with spaces. */
	phone: string;
	amount: string;
	/** Name of the operator; absent: the one that the number suggests. */
	operator?: string;
	note?: string;
}

export class PaymentFormPage extends PaymentPart {
	readonly phone = this.page.getByRole("textbox", {
		name: this.kind === "deposit" ? "Payer’s number" : "Recipient’s number",
	});
	readonly operator = this.page.getByRole("combobox", { name: "Operator" });
	readonly amount = this.page.getByRole("textbox", { name: "Amount" });
	readonly note = this.page.getByRole("textbox", { name: this.kind === "deposit" ? /^Note/ : /^Purpose/ });
	readonly submit = this.page.getByRole("button", { name: this.kind === "deposit" ? /^Request/ : "Review payout" });

	async open(): Promise<this> {
		await this.page.goto(`/${this.kind}s/new`);
		await expect(this.submit).toBeEnabled();
		return this;
	}

	async openWith(typed: TypedPayment): Promise<this> {
		await this.open();
		await this.fill(typed);
		return this;
	}

	async fill({ phone, amount, operator, note }: TypedPayment): Promise<void> {
		await this.phone.fill(phone);
		if (operator) await this.operator.selectOption({ label: operator });
		await this.amount.fill(amount);
		if (note) await this.note.fill(note);
	}

	async start(typed: TypedPayment): Promise<PaymentPage> {
		await this.fill(typed);
		await this.submit.click();
		if (this.kind === "payout") await this.requestApproval.click();
		return this.arrived();
	}

	/** The notice of earlier payouts of the same amount to the same number. */
	get duplicates(): Locator {
		return this.page.getByRole("region", { name: "Same number, same amount." });
	}

	/** The earlier payouts, newest first. */
	get earlier(): Locator {
		return this.duplicates.getByRole("article", { name: "Earlier payout" });
	}

	async payAgain(reason: string): Promise<void> {
		await this.duplicates.getByRole("textbox", { name: "Why pay again?" }).fill(reason);
		await this.duplicates.getByRole("button", { name: "Pay anyway" }).click();
	}

	outlook(term: string | RegExp): Locator {
		return this.page.getByRole("term").filter({ hasText: term });
	}

	/** A correction asks for a proof of identity. */
	async saveCorrection(): Promise<void> {
		await this.page.getByRole("button", { name: "Save changes" }).click();
		await new StepUpPart(this.page).answer();
	}

	get requestApproval(): Locator {
		return this.page.getByRole("button", { name: "Request approval" });
	}

	get requestAndAnother(): Locator {
		return this.page.getByRole("button", { name: "Request and start another" });
	}

	async arrived(): Promise<PaymentPage> {
		await this.page.waitForURL(new RegExp(`/${this.kind}s/(?!new)[^/]+$`));
		return new PaymentPage(this.page, this.kind);
	}

	/** Checks the description for screen readers: error and hint. */
	async faultOf(field: Locator, words: string | RegExp): Promise<void> {
		await expect(field).toHaveAttribute("aria-invalid", "true");
		await expect(field).toHaveAccessibleDescription(words);
	}
}
