import { expect, type Locator, type Page } from "playwright/test";

export class ImportsPage {
	readonly page: Page;
	readonly references: Locator;
	readonly file: Locator;
	readonly submit: Locator;
	readonly result: Locator;
	readonly register: Locator;
	readonly filter: Locator;

	constructor(page: Page) {
		this.page = page;
		this.references = page.getByRole("textbox", { name: "References" });
		this.file = page.getByLabel("File with references");
		this.submit = page.getByRole("button", { name: /^Import/ });
		this.result = page.getByRole("main").getByRole("alert");
		this.register = page.getByRole("region", { name: "Imported references" });
		this.filter = page.getByRole("combobox", { name: "Service status" });
	}

	async open(): Promise<this> {
		await this.page.goto("/imports");
		return this;
	}

	/** For members who may import. */
	async openForm(): Promise<this> {
		await this.open();
		await expect(this.submit).toBeEnabled();
		return this;
	}

	row(reference: string): Locator {
		return this.register.getByRole("row").filter({ hasText: reference });
	}
}
