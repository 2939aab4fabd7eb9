"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";

/** Heard by `Shortcuts`, which opens the window. */
export const SEARCH_WANTED = "cauri-search";

/** Looks like a field, for that is what it opens; what is typed is typed in the window. */
export function SearchButton({ className }: { className?: string }) {
	const t = useTranslations("search");
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			aria-keyshortcuts="Control+K Meta+K"
			onClick={() => dispatchEvent(new Event(SEARCH_WANTED))}
			className={cx(
				"flex min-w-0 items-center gap-2 rounded-md border border-line-field bg-surface px-2.5 text-ink-2 text-sm hover:text-ink",
				className,
			)}
		>
			<Search aria-hidden="true" className="size-4 shrink-0" />
			<span className="truncate">{t("open")}</span>
			<span aria-hidden="true" className="ml-auto whitespace-nowrap font-sans text-2xs text-ink-3 max-sm:hidden">
				Ctrl K
			</span>
		</button>
	);
}
