import type { Locator } from "playwright/test";
import { Part } from "#tests/pages/part.ts";

export class Frame extends Part {
	/** On the left on desktop, at the bottom on a phone; one of them is visible. */
	readonly navigation = this.page.getByRole("navigation", { name: /^(Main|Principale)$/ });
	readonly menuButton = this.page.getByRole("button", { name: /(Account and preferences|Compte et préférences)$/ });
	readonly palette = this.page.getByRole("dialog", { name: /^(Search|Rechercher)$/ });
	/** Looks like a field and opens the dialog. */
	readonly searchField = this.page.getByRole("button", { name: /^(Search|Rechercher)$/ });
	readonly searchBox = this.palette.getByRole("combobox");
	readonly keys = this.page.getByRole("dialog", { name: /^(Keyboard shortcuts|Raccourcis clavier)$/ });

	/** Exact name in the page's language, with or without a count. */
	link(name: string): Locator {
		return this.navigation.getByRole("link", { name: new RegExp(`^${name}( \\d+.*)?$`) });
	}

	async chooseTheme(name: string): Promise<void> {
		await this.menuButton.click();
		await this.page.getByRole("radio", { name, exact: true }).check();
	}

	async signOut(): Promise<void> {
		await this.menuButton.click();
		await this.page.getByRole("button", { name: /^(Sign out|Se déconnecter)$/ }).click();
	}
}
