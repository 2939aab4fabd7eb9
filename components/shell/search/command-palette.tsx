"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { type Entry, entriesOf, payeeOf, placesOf } from "#components/shell/search/search-entries.ts";
import { SearchResults } from "#components/shell/search/search-results.tsx";
import { statementMonths } from "#components/shell/search/statement-months.ts";
import { cx } from "#components/ui/class-names.ts";
import { useModal } from "#components/ui/dialog/use-modal.ts";
import { Icon } from "#components/ui/icon.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { SearchHit } from "#lib/contracts/search.ts";
import { dayOf } from "#lib/dates.ts";
import { searchQueries } from "#lib/queries/search.ts";
import { may, type Role } from "#lib/roles.ts";
import { SHORTEST_SEARCH, searchTerms } from "#lib/text/search-text.ts";
import { typedText } from "#lib/text/typed-text.ts";

export default function CommandPalette({ role, onClose }: { role: Role; onClose: () => void }) {
	const t = useTranslations("search");
	const id = useId();
	const modal = useModal(onClose);
	const [typed, setTyped] = useState("");
	const found = useFound(role, typedText(typed));
	const { entries, settled } = found;
	const [place, setPlace] = useState<number | null>(null);
	// Selects no entry until text is typed and its results are complete: until then, the first entry may still change.
	const chosen = place ?? (settled && typedText(typed) !== "" && entries.length > 0 ? 0 : -1);
	const open = useOpening(entries, settled, onClose);
	const onKey = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step && entries.length > 0) {
			event.preventDefault();
			setPlace((Math.max(chosen, step > 0 ? -1 : 0) + step + entries.length) % entries.length);
		} else if (event.key === "Enter") {
			event.preventDefault();
			const entry = entries[chosen];
			if (entry) open.now(entry);
			else if (!settled) open.onceSure();
		}
	};
	return (
		<dialog
			{...modal}
			aria-label={t("label")}
			className="rise mt-2 mb-auto w-[min(40rem,calc(100vw-1rem))] overflow-hidden rounded-lg border border-line-strong bg-surface p-0 text-ink shadow-raised sm:mt-[10vh]"
		>
			<div className="flex items-center gap-2 border-line border-b px-4">
				<Icon name="search" className="size-4 shrink-0 text-ink-2" />
				<input
					role="combobox"
					aria-expanded="true"
					aria-controls={`${id}-list`}
					aria-activedescendant={entries[chosen] ? `${id}-${chosen}` : undefined}
					aria-label={t("placeholder")}
					placeholder={t("placeholder")}
					autoComplete="off"
					spellCheck={false}
					enterKeyHint="search"
					maxLength={80}
					className="h-12 w-full min-w-0 bg-transparent text-[1rem] text-ellipsis outline-none sm:text-md"
					value={typed}
					onKeyDown={onKey}
					onChange={(event) => {
						setTyped(event.target.value);
						setPlace(null);
						open.forget();
					}}
				/>
			</div>
			<SearchResults id={id} entries={entries} chosen={chosen} settled={settled} onOpen={open.now} />
			<Foot {...found} />
		</dialog>
	);
}

function Foot({ entries, settled, error }: ReturnType<typeof useFound>) {
	const t = useTranslations("search");
	const errorText = useErrorText();
	const isFound = entries.some(({ why }) => why !== "service");
	const message = error
		? t("failed", { fault: errorText(error) })
		: t(settled ? (isFound ? "hint" : "nothing") : "searching");
	// Hides the hint about arrow keys and Enter on phones, which have none.
	const isOfKeys = !error && settled && isFound;
	return (
		<p
			aria-live="polite"
			className={cx("border-line border-t px-4 py-2 text-ink-2 text-xs", isOfKeys && "max-sm:sr-only")}
		>
			{message}
		</p>
	);
}

function useFound(role: Role, text: string) {
	const t = useTranslations();
	const locale = useLocale();
	const today = dayOf(new Date(), useTimeZone() ?? "UTC");
	const payee = may(role, "payout.request") ? payeeOf(text, t("search.payWords")) : null;
	const search = useSearch(payee ?? text);
	const pages = useMemo(() => placesOf(role, t), [role, t]);
	const words = searchTerms(t("search.pages.statements"));
	const label = (month: string) => t("search.statement", { month });
	const places = [...pages, ...statementMonths({ text, locale, today, words, label })];
	const lookUp = t("search.lookUp", { reference: text });
	return { ...search, entries: entriesOf(text, role, { places, hits: search.hits, lookUp, isPayout: payee !== null }) };
}

/** Enter pressed before the answer opens an exact match once it is known. Merely similar hits must be seen first. */
function useOpening(entries: readonly Entry[], settled: boolean, onClose: () => void) {
	const router = useRouter();
	const [eager, setEager] = useState(false);
	const now = ({ href }: Entry) => {
		onClose();
		router.push(href);
	};
	const [first] = entries;
	useEffect(() => {
		if (!eager || !settled) return;
		setEager(false);
		if (!first?.sure) return;
		onClose();
		router.push(first.href);
	}, [eager, settled, first, onClose, router]);
	return { now, onceSure: () => setEager(true), forget: () => setEager(false) };
}

/** Longer than the usual pause between two keys. */
const PAUSE_MS = 150;
const NOTHING: readonly SearchHit[] = [];

interface Search {
	hits: readonly SearchHit[];
	/** True: `hits` is the complete answer to this text. */
	settled: boolean;
	error: Error | null;
}

/** Never returns hits of an earlier text, because Enter would open them. */
function useSearch(text: string): Search {
	const isAsked = useDebounced(text, PAUSE_MS) !== null;
	const isLong = text.length >= SHORTEST_SEARCH;
	const { data, error, isFetching } = useQuery({ ...searchQueries.of(text), enabled: isLong && isAsked });
	if (!isLong) return { hits: NOTHING, settled: true, error: null };
	if (!isAsked) return { hits: NOTHING, settled: false, error: null };
	return { hits: data?.hits ?? NOTHING, settled: !isFetching && !!(data || error), error };
}
