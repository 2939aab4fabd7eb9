import type { Locator, Page } from "playwright/test";

export class Frame {
	readonly page: Page;
	/** On the left on desktop, at the bottom on a phone; one of them is visible. */
	readonly navigation: Locator;
	readonly menuButton: Locator;
	/** Looks like a field and opens the dialog. */
	readonly searchField: Locator;
	readonly palette: Locator;
	readonly searchBox: Locator;
	readonly keys: Locator;

	constructor(page: Page) {
		this.page = page;
		this.navigation = page.getByRole("navigation", { name: /^(Main|Principale)$/ });
		this.menuButton = page.getByRole("button", { name: /(Account and preferences|Compte et préférences)$/ });
		this.palette = page.getByRole("dialog", { name: /^(Search|Rechercher)$/ });
		this.searchField = page.getByRole("button", { name: /^(Search|Rechercher)$/ });
		this.searchBox = this.palette.getByRole("combobox");
		this.keys = page.getByRole("dialog", { name: /^(Keyboard shortcuts|Raccourcis clavier)$/ });
	}

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
