import { expect, type Page } from "playwright/test";
import { PaymentPart } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

// The longest pause between two checks of a young payment, plus time for a slow machine.
const BY_ITSELF_MS = 25_000;

export class PaymentPage extends PaymentPart {
	readonly main = this.page.getByRole("main");
	readonly timeline = this.page.getByRole("list", { name: "Timeline" });

	get id(): string {
		return new URL(this.page.url()).pathname.split("/")[2] ?? "";
	}

	async open(id: string): Promise<this> {
		await this.page.goto(`/${this.kind}s/${id}`);
		await expect(this.timeline).toBeVisible();
		return this;
	}

	openFor(other: Page): Promise<PaymentPage> {
		return new PaymentPage(other, this.kind).open(this.id);
	}

	async shows(state: string): Promise<void> {
		await expect(this.main.getByText(state, { exact: true }).first()).toBeVisible({ timeout: BY_ITSELF_MS });
	}

	/** Expects text in the title or body of a notice, or in the facts. */
	async says(words: string | RegExp): Promise<void> {
		await expect(this.main.getByText(words).first()).toBeVisible({ timeout: BY_ITSELF_MS });
	}

	async timelineHas(...events: (string | RegExp)[]): Promise<void> {
		for (const event of events) {
			await expect(this.timeline.getByRole("listitem").filter({ hasText: event }).first()).toBeVisible();
		}
	}

	async reference(): Promise<string> {
		const link = this.main.getByRole("link", { name: /^[A-Z0-9]+(-[A-Z0-9]+){2,}$/ });
		await expect(link).toBeVisible({ timeout: BY_ITSELF_MS });
		return (await link.textContent()) ?? "";
	}

	/** Marks the page, so that `stayed` fails after a reload. */
	async mark(): Promise<void> {
		await this.page.evaluate(() => Object.assign(window, { stayedHere: true }));
	}

	async stayed(): Promise<void> {
		expect(await this.page.evaluate(() => "stayedHere" in window)).toBe(true);
	}

	async approve(): Promise<void> {
		await this.page.getByRole("button", { name: "Approve", exact: true }).click();
		await new StepUpPart(this.page).answer();
	}

	async correct(): Promise<void> {
		await this.page.getByRole("link", { name: "Edit payout", exact: true }).click();
		await this.page.waitForURL(/\/correct$/);
	}

	async reject(reason: string): Promise<void> {
		await this.page.getByRole("button", { name: "Reject", exact: true }).click();
		const dialog = this.page.getByRole("dialog", { name: "Reject this payout?" });
		await dialog.getByRole("textbox", { name: "Reason" }).fill(reason);
		await dialog.getByRole("button", { name: "Reject", exact: true }).click();
	}

	async cancel(): Promise<void> {
		await this.page.getByRole("button", { name: "Cancel this payout" }).click();
		await this.page
			.getByRole("dialog", { name: "Cancel this payout?" })
			.getByRole("button", { name: "Cancel this payout" })
			.click();
	}

	async checkNow(): Promise<void> {
		await this.page.getByRole("button", { name: "Check now" }).click();
	}
}
