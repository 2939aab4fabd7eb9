"use client";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";

/** Heard by `Shortcuts`, which opens the window. */
export const SEARCH_WANTED = "cauri-search";

/** Looks like a field, for that is what it opens; what is typed is typed in the window. */
interface SearchButtonProps {
	/** Above the side navigation, as narrow as that, or in the phone's head. */
	place: "side" | "top";
	className?: string;
}

export function SearchButton({ place, className }: SearchButtonProps) {
	const t = useTranslations("search");
	return (
		<button
			type="button"
			aria-haspopup="dialog"
			aria-keyshortcuts="Control+K Meta+K"
			onClick={() => dispatchEvent(new Event(SEARCH_WANTED))}
			className={cx(
				"flex min-w-0 items-center gap-2 rounded-md border border-line-field bg-surface px-2.5 text-ink-2 text-sm hover:text-ink",
				place === "side" &&
					"max-lg:h-auto max-lg:flex-col max-lg:gap-[3px] max-lg:px-0 max-lg:py-1.5 max-lg:text-[0.65625rem] max-lg:leading-tight max-lg:tracking-[-0.02em]",
				className,
			)}
		>
			<Search aria-hidden="true" className="size-4 shrink-0" />
			<span className="truncate">{t("open")}</span>
			{place === "side" ? (
				<span aria-hidden="true" className="ml-auto whitespace-nowrap font-sans text-2xs text-ink-3 max-lg:hidden">
					Ctrl K
				</span>
			) : null}
		</button>
	);
}
