import { type AddressReaders, readAddress, viewPath } from "#lib/addresses/view-address.ts";
import type { RecipientQuery } from "#lib/contracts/recipient.ts";
import { isId } from "#lib/paths.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** `blocked`: the page shows blocked numbers instead of the book. */
export interface RecipientView extends Omit<Partial<RecipientQuery>, "view" | "limit"> {
	view?: RecipientQuery["view"] | "blocked";
}

const isShort = (value: string) => value.length <= 80 && !/\p{Cc}/u.test(value);
const READERS: AddressReaders<keyof RecipientView> = {
	q: isShort,
	group: isShort,
	view: (value) => ["doubles", "archived", "blocked"].includes(value),
	cursor: isId,
};

/** Reads the filters in an address, and leaves out invalid ones. */
export function readRecipientView(params: URLSearchParams): RecipientView {
	const typed = new URLSearchParams([...params].map(([name, value]) => [name, typedText(value)]));
	return readAddress(typed, READERS).read as RecipientView;
}

export function recipientsPath(view: RecipientView, change: RecipientView = {}): string {
	return viewPath("/recipients", view, change);
}

export function listQueryOf({ view, ...query }: RecipientView): Partial<RecipientQuery> | null {
	if (view === "blocked") return null;
	return view === undefined ? query : { ...query, view };
}
