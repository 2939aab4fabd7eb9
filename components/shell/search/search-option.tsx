"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { Entry } from "#components/shell/search/search-entries.ts";
import { cx } from "#components/ui/class-names.ts";
import { StatePill } from "#components/ui/state-pill.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { SearchHit } from "#lib/contracts/search.ts";

interface SearchOptionProps {
	id: string;
	entry: Entry;
	chosen: boolean;
	onOpen: () => void;
}

const PAYMENT_END = "max-sm:flex-row max-sm:items-center max-sm:justify-between";

export function SearchOption({ id, entry, chosen, onOpen }: SearchOptionProps) {
	const t = useTranslations("search");
	const { hit, label, why } = entry;
	const isPayment = hit?.is === "payment";
	return (
		<button
			id={id}
			type="button"
			role="option"
			tabIndex={-1}
			aria-selected={chosen}
			onClick={onOpen}
			className={cx(
				"flex w-full scroll-my-2 items-center gap-3 rounded-[6px] px-2.5 py-2 text-left",
				chosen ? "bg-neutral-soft" : "hover:bg-neutral-soft",
				// On a phone the state is below, so that no amount is cut off.
				isPayment && "max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5",
			)}
			ref={chosen ? (element) => element?.scrollIntoView({ block: "nearest" }) : undefined}
		>
			<span className="min-w-0 flex-1">
				{hit ? <Hit hit={hit} isStart={why === "start"} /> : <Title>{label}</Title>}
			</span>
			<span className={cx("flex shrink-0 flex-col items-end gap-0.5", isPayment && PAYMENT_END)}>
				{isPayment ? <StatePill kind={hit.payment.kind} state={hit.payment.state} plain /> : null}
				{/* A look-up needs no reason, because its label already tells it. */}
				{why === "service" ? null : <span className="text-2xs text-ink-2">{t(`why.${why}`)}</span>}
			</span>
		</button>
	);
}

function Title({ children }: { children: ReactNode }) {
	return <span className="block font-medium text-pretty wrap-anywhere sm:truncate">{children}</span>;
}

function Details({ children }: { children: ReactNode }) {
	return (
		<span className="num block text-pretty wrap-anywhere text-ink-2 text-xs max-sm:whitespace-normal! sm:truncate">
			{children}
		</span>
	);
}

/** Keeps the digit groups of a number on one line: text may break only between words. */
function unbroken(text: string): string {
	return text.replace(/([\d•]) (?=[\d•])/g, "$1\u00a0");
}

function Hit({ hit, isStart }: { hit: SearchHit; isStart: boolean }) {
	const t = useTranslations();
	const locale = useLocale();
	const money = (amount: string, currency: string) => moneyText(amount, currency, locale);
	switch (hit.is) {
		case "payment": {
			const { kind, amount, currency, note, who, reference, createdAt } = hit.payment;
			return (
				<>
					<Title>{t(`search.${kind}`, { amount: money(amount, currency) })}</Title>
					<Details>
						{note ? `${note} · ` : null}
						{unbroken(who)} · <Time at={createdAt} as="momentShort" className="in-sentence whitespace-nowrap" />
						{reference ? (
							<>
								{" · "}
								<span className="code sm:whitespace-nowrap max-sm:inline-block">{reference}</span>
							</>
						) : null}
					</Details>
				</>
			);
		}
		case "recipient": {
			const { name, number, operatorName, purpose, blocked } = hit.recipient;
			return (
				<>
					<Title>{isStart ? t("search.payoutTo", { name }) : name}</Title>
					<Details>
						{[unbroken(number), operatorName, purpose, blocked ? t("search.blocked") : null]
							.filter(Boolean)
							.join(" · ")}
					</Details>
				</>
			);
		}
		case "batch":
			return (
				<>
					<Title>{hit.batch.name}</Title>
					<Details>
						{t("search.rowCount", { count: hit.batch.rowCount })} ·{" "}
						<Time at={hit.batch.createdAt} as="momentShort" className="in-sentence whitespace-nowrap" />
					</Details>
				</>
			);
		case "movements":
			return (
				<>
					<Title>{t("search.movements", { amount: money(hit.amount, hit.currency) })}</Title>
					<Details>{t("search.movementCount", { count: hit.count, more: String(hit.more) })}</Details>
				</>
			);
		case "transaction":
			return (
				<>
					<Title>{t("search.transaction", { reference: hit.reference })}</Title>
					{hit.status === null ? null : (
						<Details>
							<span className="code">{hit.status}</span>
						</Details>
					)}
				</>
			);
		case "member":
			return (
				<>
					<Title>{hit.member.name}</Title>
					<Details>
						{t(`roles.${hit.member.role}`)} · {hit.member.email}
						{hit.member.disabled ? ` · ${t("search.disabled")}` : null}
					</Details>
				</>
			);
	}
}
