import { expect, type Locator } from "playwright/test";
import { downloadOf, textOf } from "#tests/pages/export-part.ts";
import { AddressedPage } from "#tests/pages/part.ts";

export interface ShownMovement {
	/** ISO, to the second. */
	at: string;
	type: string;
	fee: string;
	/** Signed, with spaces as shown. */
	amount: string;
}

export class MovementsPage extends AddressedPage {
	readonly path = "/movements";
	readonly filters = this.page.getByRole("search", { name: "Filters" });
	readonly pages = this.page.getByRole("navigation", { name: "Pages" });

	table(currency = "XOF"): Locator {
		return this.page.getByRole("table", { name: `Movements of the ${currency} wallet` });
	}

	/** Rows of movements, without their heading. */
	rows(currency = "XOF"): Locator {
		return this.table(currency).getByRole("rowgroup").nth(1).getByRole("row");
	}

	totals(): Locator {
		return this.page.getByRole("region", { name: "Totals of all results" });
	}

	head(name: string): Locator {
		return this.table().getByRole("columnheader", { name });
	}

	/** Resolves when the rows match the view in the address. */
	async settled(currency = "XOF"): Promise<void> {
		await expect(this.table(currency)).toBeVisible();
		await expect(this.table(currency)).not.toHaveAttribute("aria-busy");
	}

	async shown(currency = "XOF"): Promise<ShownMovement[]> {
		await this.settled(currency);
		return this.rows(currency).evaluateAll((rows) =>
			rows.map((row) => {
				const cells = [...(row as HTMLTableRowElement).cells];
				const text = (place: number) => cells[place]?.textContent ?? "";
				const at = cells[0]?.querySelector("time")?.dateTime ?? "";
				// Payment and balance are beside it, or below on narrow screens.
				const first = (place: number) => cells[place]?.firstChild?.textContent ?? "";
				return { at: `${at.slice(0, 19)}Z`, type: first(1), fee: text(3), amount: first(4) };
			}),
		);
	}

	async openFilter(name: "Period" | "Type" | "Amount" | "Operator"): Promise<void> {
		const filter = this.filters.getByRole("button", { name: new RegExp(`^${name}`) });
		// On phones all filters are behind one button.
		const fold = this.filters.getByRole("button", { name: /^Filters/ });
		if ((await fold.isVisible()) && !(await filter.isVisible())) await fold.click();
		await filter.click();
	}

	async chooseType(name: string): Promise<void> {
		await this.openFilter("Type");
		await this.filters.getByRole("link", { name, exact: true }).click();
	}

	async chooseDays(from: string, to: string): Promise<void> {
		await this.openFilter("Period");
		await this.filters.getByLabel("From", { exact: true }).fill(from);
		await this.filters.getByLabel("To", { exact: true }).fill(to);
		await this.filters.getByRole("button", { name: "Apply" }).click();
	}

	async chooseAmounts(least: string, most: string): Promise<void> {
		await this.openFilter("Amount");
		await this.filters.getByLabel("Minimum").fill(least);
		await this.filters.getByLabel("Maximum").fill(most);
		await this.filters.getByRole("button", { name: "Apply" }).click();
	}

	async chooseOperator(name: string): Promise<void> {
		await this.openFilter("Operator");
		await this.filters.getByRole("link", { name, exact: true }).click();
	}

	async filterText(name: string, purpose: string): Promise<void> {
		await this.filters.getByRole("button", { name: /^Name or purpose/ }).click();
		await this.filters.getByRole("textbox", { name: "Name", exact: true }).fill(name);
		await this.filters.getByRole("textbox", { name: "Purpose" }).fill(purpose);
		await this.filters.getByRole("button", { name: "Apply" }).click();
	}

	async exportCsv(): Promise<{ name: string; text: string }> {
		const file = await downloadOf(this.page, "csv");
		return { name: file.suggestedFilename(), text: await textOf(file) };
	}
}
