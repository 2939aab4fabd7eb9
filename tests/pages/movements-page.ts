import { expect, type Locator, type Page } from "playwright/test";

export interface ShownMovement {
	/** ISO, to the second. */
	at: string;
	type: string;
	fee: string;
	/** With its sign, spaces as shown. */
	amount: string;
}

export class MovementsPage {
	readonly page: Page;
	readonly filters: Locator;
	readonly pages: Locator;

	constructor(page: Page) {
		this.page = page;
		this.filters = page.getByRole("search", { name: "Filters" });
		this.pages = page.getByRole("navigation", { name: "Pages" });
	}

	async open(query = ""): Promise<void> {
		await this.page.goto(`/movements${query}`);
	}

	table(currency = "XOF"): Locator {
		return this.page.getByRole("table", { name: `Movements of the ${currency} wallet` });
	}

	/** Rows of movements, without head and totals. */
	rows(currency = "XOF"): Locator {
		return this.table(currency).getByRole("rowgroup").nth(1).getByRole("row");
	}

	totals(currency = "XOF"): Locator {
		return this.table(currency).getByRole("rowgroup").nth(2);
	}

	head(name: string): Locator {
		return this.table().getByRole("columnheader", { name });
	}

	/** Once the rows are those of the view that the address names. */
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
				return { at: `${at.slice(0, 19)}Z`, type: text(1), fee: text(2), amount: text(3) };
			}),
		);
	}

	async openFilter(name: "Period" | "Type" | "Amount"): Promise<void> {
		await this.filters.getByRole("button", { name: new RegExp(`^${name}`) }).click();
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
		await this.filters.getByLabel("At least").fill(least);
		await this.filters.getByLabel("At most").fill(most);
		await this.filters.getByRole("button", { name: "Apply" }).click();
	}

	/** Downloads the file of this view; its text. */
	async exportCsv(): Promise<{ name: string; text: string }> {
		await this.page.getByRole("button", { name: "Export" }).click();
		const download = this.page.waitForEvent("download");
		await this.page.getByRole("link", { name: "CSV file" }).click();
		const file = await download;
		const chunks: Buffer[] = [];
		for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
		return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString("utf8") };
	}
}
