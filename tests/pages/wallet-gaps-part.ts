/** In Settings: a wallet's movements after an outage, and an admin's decision on each payout that may be among them. */
import type { Locator } from "playwright/test";
import { Part } from "#tests/pages/part.ts";

export class WalletGapsPart extends Part {
	private readonly part = this.page.getByRole("region", { name: "What the wallet shows" });
	readonly reason = this.part.getByRole("textbox", { name: "Reason" });
	readonly act = this.part.getByRole("button", { name: "Save the answers" });

	shows(term: string): Locator {
		return this.part.locator("dt", { hasText: term }).locator("xpath=following-sibling::dd[1]").first();
	}

	/** `amount` with plain spaces: "5 000 XOF". */
	payout(amount: string): Locator {
		const name = new RegExp(`^${amount.replaceAll(" ", "\\s")}$`);
		return this.part.getByRole("listitem").filter({ has: this.part.page().getByRole("link", { name }) });
	}

	async answer(amount: string, word: "Not left" | "Do not send" | "Left"): Promise<void> {
		await this.payout(amount).getByRole("radio", { name: word, exact: true }).check();
	}
}
