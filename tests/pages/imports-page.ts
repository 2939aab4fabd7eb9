import { expect, type Locator } from "playwright/test";
import { AddressedPage } from "#tests/pages/part.ts";

export class ImportsPage extends AddressedPage {
	readonly path = "/imports";
	readonly references = this.page.getByRole("textbox", { name: "References" });
	readonly file = this.page.getByLabel("File with references");
	readonly submit = this.page.getByRole("button", { name: /^Import/ });
	readonly result = this.page.getByRole("main").getByRole("alert");
	readonly register = this.page.getByRole("region", { name: "Imported references" });
	readonly filter = this.page.getByRole("combobox", { name: "Service status" });

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
