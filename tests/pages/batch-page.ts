import { expect } from "playwright/test";
import { Part } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

// Payouts leave and end by themselves; a busy machine needs longer.
const BY_ITSELF_MS = 60_000;

export class BatchPage extends Part {
	readonly dialog = this.page.getByRole("dialog");
	readonly rows = this.page.getByRole("table", { name: "Payouts" }).getByRole("row");

	/** Pastes rows into a new batch, and saves the draft. */
	async draft(name: string, lines: readonly string[]): Promise<void> {
		await this.page.goto("/batches/new");
		await this.page.getByLabel("Name", { exact: true }).first().fill(name);
		await this.page.getByLabel("Rows").fill(lines.join("\n"));
		await this.check(name);
	}

	async check(name: string): Promise<void> {
		await expect(this.page.getByRole("table", { name: "First rows" })).toBeVisible();
		await this.page.getByRole("button", { name: /^Check \d+ rows?$/ }).click();
		await expect(this.page.getByRole("heading", { level: 1, name })).toBeVisible({ timeout: BY_ITSELF_MS });
	}

	async ask(act: string): Promise<void> {
		await this.page.getByRole("button", { name: act, exact: true }).click();
		await this.dialog.getByRole("button", { name: act, exact: true }).click();
	}

	async approve(): Promise<void> {
		await this.ask("Approve");
		await new StepUpPart(this.page).answer();
	}

	async shows(words: string | RegExp): Promise<void> {
		await expect(this.page.getByText(words).first()).toBeVisible({ timeout: BY_ITSELF_MS });
	}
}
