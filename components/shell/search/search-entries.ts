import { navigationGroups } from "#components/shell/navigation-items.ts";
import { withQuery } from "#lib/api.ts";
import type { SearchHit, SearchMatch } from "#lib/contracts/search.ts";
import { isReference } from "#lib/paths.ts";
import { may, type Role } from "#lib/roles.ts";
import { searchTerms } from "#lib/text/search-text.ts";
import { typedText } from "#lib/text/typed-text.ts";

export interface Place {
	href: string;
	label: string;
	why: "page" | "setting" | "start";
	terms?: string;
}

export interface Entry {
	href: string;
	why: SearchMatch | Place["why"] | "service";
	/** The text of a page of the desk or of a look-up; a hit has its own. */
	label?: string;
	hit?: SearchHit;
	/** True: the text very probably means this entry, so Enter may open it even before it is visible. */
	sure: boolean;
}

export function groupOf({ hit, why }: Entry): SearchHit["is"] | "action" | "page" {
	if (hit) return hit.is;
	if (why === "service") return "transaction";
	return why === "start" ? "action" : "page";
}

/** Puts the group of the best entry first; within a group the order stays. */
function inGroups(entries: readonly Entry[]): Entry[] {
	const groups = entries.map(groupOf);
	return entries.toSorted((a, b) => groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)));
}

/** Pages that people also find by words for their tasks. */
const WITH_WORDS = ["approvals", "batches", "recipients", "statements", "insights"];
const SETTINGS = ["members", "sign-in", "operators", "payouts", "accounting", "service", "configuration"] as const;

/** Returns the pages that this role may open. `t` translates `nav`, `shell` and `search`. */
export function placesOf(role: Role, t: (key: string) => string): Place[] {
	const starts: Place[] = [
		...(may(role, "deposit.start")
			? [{ href: "/deposits/new", label: t("shell.paletteNewDeposit"), why: "start" as const }]
			: []),
		...(may(role, "payout.request")
			? [
					{ href: "/payouts/new", label: t("shell.paletteNewPayout"), why: "start" as const },
					{ href: "/batches/new", label: t("shell.paletteNewBatch"), why: "start" as const },
				]
			: []),
	];
	const pages = navigationGroups(role)
		.flat()
		.map(({ key, href }): Place => {
			const terms = WITH_WORDS.includes(key) ? t(`search.pages.${key}`) : "";
			return { href, label: t(`nav.${key}`), why: "page", terms };
		});
	const settings = may(role, "settings.read")
		? SETTINGS.map((key): Place => {
				const terms = t(`search.settings.${key}Words`);
				return { href: `/settings/${key}`, label: t(`search.settings.${key}`), why: "setting", terms: terms };
			})
		: [];
	const files: Place = { href: "/exports", label: t("search.exports"), why: "page" };
	return [...starts, ...pages, files, ...settings, { href: "/account", label: t("search.account"), why: "setting" }];
}

export interface Findings {
	places: readonly Place[];
	hits: readonly SearchHit[];
	/** The label of the entry that looks the text up with the service. */
	lookUp: string;
	/** True when the text asks for a new payout: only recipients are then shown. */
	isPayout?: boolean;
}

/** Returns "Aminata" for "new payout to Aminata", null for any other text. `words`: the possible beginnings, separated by "|". */
export function payeeOf(text: string, words: string): string | null {
	const start = words.split("|").find((each) => text.toLowerCase().startsWith(`${each} `));
	const payee = start && typedText(text.slice(start.length + 1));
	return payee || null;
}

/** Returns entries for the text, or the pages if it is empty. The look-up at the service is last, because any text may be a reference. */
export function entriesOf(text: string, role: Role, { places, hits, lookUp, isPayout = false }: Findings): Entry[] {
	const ofHits = hits.map((hit): Entry => {
		const sure = hit.is === "payment" && hit.exact;
		return { href: hrefOf(hit, role), why: mayPay(hit, role) ? "start" : hit.why, hit, sure };
	});
	if (isPayout) return ofHits.filter(({ hit }) => hit?.is === "recipient");
	const wanted = searchTerms(text);
	const found = places.filter(({ label, terms = "" }) => {
		const has = searchTerms(label, Number.POSITIVE_INFINITY).concat(searchTerms(terms, Number.POSITIVE_INFINITY));
		return wanted.every((term) => has.some((one) => one.startsWith(term))) && (wanted.length > 0 || text === "");
	});
	const name = wanted.join(" ");
	const isNamed = ({ label }: Place) => searchTerms(label).join(" ") === name;
	const entries = [
		...found.filter(isNamed).map((place): Entry => ({ ...place, sure: text !== "" })),
		...ofHits,
		...found.filter((place) => !isNamed(place)).map((place): Entry => ({ ...place, sure: false })),
	];
	if (!isReference(text) || text.length < 4) return inGroups(entries);
	// Enter opens the look-up only for text with digits and letters: a plain number or word is probably no reference.
	const sure = entries.length === 0 && /\d/.test(text) && /[a-z]/i.test(text);
	const asked: Entry = { href: `/transactions/${encodeURIComponent(text)}`, label: lookUp, why: "service", sure };
	return inGroups([...entries, asked]);
}

/** True for a recipient to whom the reader may start a payout; the form then opens with the facts of the book. */
function mayPay(hit: SearchHit, role: Role): boolean {
	return hit.is === "recipient" && !hit.recipient.blocked && may(role, "payout.request");
}

function hrefOf(hit: SearchHit, role: Role): string {
	switch (hit.is) {
		case "recipient": {
			const { id, name } = hit.recipient;
			return mayPay(hit, role) ? `/payouts/new?to=${encodeURIComponent(id)}` : withQuery("/recipients", { q: name });
		}
		case "payment":
			return `/${hit.payment.kind}s/${encodeURIComponent(hit.payment.id)}`;
		case "transaction":
			return `/transactions/${encodeURIComponent(hit.reference)}`;
		case "movements": {
			const amount = hit.amount.replace(/\.00$/, "");
			return `/movements?currency=${hit.currency}&minAmount=${amount}&maxAmount=${amount}`;
		}
		case "batch":
			return `/batches/${encodeURIComponent(hit.batch.id)}`;
		case "member":
			return "/settings/members";
	}
}
