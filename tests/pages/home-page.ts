import type { Locator } from "playwright/test";
import { AddressedPage } from "#tests/pages/part.ts";

const NAMES = { XOF: "West African CFA franc", XAF: "Central African CFA franc" } as const;

export class HomePage extends AddressedPage {
	readonly path = "/";
	readonly needs = this.page.getByRole("region", { name: "Needs your attention" });
	/** Tasks that wait for other members. */
	readonly waiting = this.page.getByRole("region", { name: "Waiting for others" });
	readonly lastMovements = this.page.getByRole("table", { name: "Recent movements" });

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
