/** The page of one deposit or payout. */
import { expect, type Locator, type Page } from "playwright/test";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

// The watcher's longest wait between two looks at a young payment, and a slow machine's share.
const BY_ITSELF_MS = 25_000;

export class PaymentPage {
	readonly page: Page;
	readonly kind: "deposit" | "payout";
	readonly main: Locator;
	readonly timeline: Locator;

	constructor(page: Page, kind: "deposit" | "payout") {
		this.page = page;
		this.kind = kind;
		this.main = page.getByRole("main");
		this.timeline = page.getByRole("list", { name: "Timeline" });
	}

	get id(): string {
		return new URL(this.page.url()).pathname.split("/")[2] ?? "";
	}

	/** The same payment on the screen of somebody else. */
	async openFor(other: Page): Promise<PaymentPage> {
		await other.goto(`/${this.kind}s/${this.id}`);
		await expect(other.getByRole("list", { name: "Timeline" })).toBeVisible();
		return new PaymentPage(other, this.kind);
	}

	/** The word of the state, exactly, wherever it may still have to come from. */
	async shows(state: string): Promise<void> {
		await expect(this.main.getByText(state, { exact: true }).first()).toBeVisible({ timeout: BY_ITSELF_MS });
	}

	/** Words that must be read: title and body of a notice, a line of the facts. */
	async says(words: string | RegExp): Promise<void> {
		await expect(this.main.getByText(words).first()).toBeVisible({ timeout: BY_ITSELF_MS });
	}

	async timelineHas(...events: (string | RegExp)[]): Promise<void> {
		for (const event of events) {
			await expect(this.timeline.getByRole("listitem").filter({ hasText: event }).first()).toBeVisible();
		}
	}

	/** The service's reference, once the facts show it. */
	async reference(): Promise<string> {
		const link = this.main.getByRole("link", { name: /^[A-Z0-9]+(-[A-Z0-9]+){2,}$/ });
		await expect(link).toBeVisible({ timeout: BY_ITSELF_MS });
		return (await link.textContent()) ?? "";
	}

	/** From now on, a page that is loaded anew fails `stayed`. */
	async mark(): Promise<void> {
		await this.page.evaluate(() => Object.assign(window, { stayedHere: true }));
	}

	/** What is seen now came without a reload. */
	async stayed(): Promise<void> {
		expect(await this.page.evaluate(() => "stayedHere" in window)).toBe(true);
	}

	async approve(): Promise<void> {
		await this.page.getByRole("button", { name: "Approve", exact: true }).click();
		const question = this.page.getByRole("dialog", { name: "Approve this payout?" });
		await new StepUpPart(this.page).through(() => question.getByRole("button", { name: /^Approve / }).click());
	}

	/** To the form with what stands here. */
	async correct(): Promise<void> {
		await this.page.getByRole("link", { name: "Correct", exact: true }).click();
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

	/** Asks the service now, as somebody does who does not want to wait. */
	async checkNow(): Promise<void> {
		await this.page.getByRole("button", { name: "Check now" }).click();
	}
}
