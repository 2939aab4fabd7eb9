"use client";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

/** The event at which `Shortcuts` opens the search window. */
export const SEARCH_WANTED = "cauri-search";

/** The button looks like a field, but the input is in the window that it opens. */
interface SearchButtonProps {
	place: "side" | "top";
}

export function SearchButton({ place }: SearchButtonProps) {
	const t = useTranslations("search");
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			aria-keyshortcuts="Control+K Meta+K"
			onClick={() => dispatchEvent(new Event(SEARCH_WANTED))}
			className={cx("search-button", place === "side" ? "search-button-side" : "h-9 flex-1")}
		>
			<Icon name="search" />
			<span className="truncate">{t("open")}</span>
			{place === "side" ? (
				<span aria-hidden="true" className="ml-auto whitespace-nowrap font-sans text-2xs text-ink-3 max-lg:hidden">
					Ctrl K
				</span>
			) : null}
		</button>
	);
}
