/** A page or a part of one; its locators are fields that begin from the page. */
import type { Page } from "playwright/test";

export abstract class Part {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}
}

/** A page with one address. */
export abstract class AddressedPage extends Part {
	abstract readonly path: string;

	async open(query = ""): Promise<this> {
		await this.page.goto(this.path + query);
		return this;
	}
}

export abstract class PaymentPart extends Part {
	readonly kind: "deposit" | "payout";

	constructor(page: Page, kind: "deposit" | "payout") {
		super(page);
		this.kind = kind;
	}
}
