import { Part } from "#tests/pages/part.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";

export class MarkedPart extends Part {
	readonly bar = this.page.getByRole("region", { name: "Selected payouts" });
	readonly dialog = this.page.getByRole("dialog", { name: /payouts?.*\?$/ });

	async ask(act: string): Promise<void> {
		await this.bar.getByRole("button", { name: act }).click();
	}

	/** Sends the dialog, with one proof for all payouts. */
	async confirm(act: string): Promise<void> {
		await new StepUpPart(this.page).through(() => this.dialog.getByRole("button", { name: act }).click());
	}
}
