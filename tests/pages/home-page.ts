import type { Locator, Page } from "playwright/test";

const NAMES = { XOF: "West African CFA franc", XAF: "Central African CFA franc" } as const;

export class HomePage {
	readonly page: Page;
	readonly needs: Locator;
	/** Tasks that wait for other members. */
	readonly waiting: Locator;
	readonly lastMovements: Locator;

	constructor(page: Page) {
		this.page = page;
		this.needs = page.getByRole("region", { name: "Needs your attention" });
		this.waiting = page.getByRole("region", { name: "Waiting for others" });
		this.lastMovements = page.getByRole("table", { name: "Recent movements" });
	}

	async open(): Promise<this> {
		await this.page.goto("/");
		return this;
	}

	wallet(currency: keyof typeof NAMES): Locator {
		return this.page.getByRole("region", { name: NAMES[currency] });
	}

	/** Time after "as of". */
	asOf(currency: keyof typeof NAMES): Locator {
		return this.wallet(currency)
			.getByText(/^as of/)
			.getByRole("time");
	}

	staleMark(currency: keyof typeof NAMES): Locator {
		return this.wallet(currency).getByText("out of date");
	}
}
