"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { DraftWords } from "#components/payments/draft-words.ts";
import { PayoutSummary } from "#components/payments/payout-summary.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Money } from "#components/ui/money.tsx";

interface PayoutReviewProps {
	words: DraftWords;
	note: string;
	isBusy: boolean;
	problem: ReactNode;
	onSend: () => void;
	onChange: () => void;
}

/** The payout once more before it is asked for; nothing has left the form yet. */
export function PayoutReview({ words, note, isBusy, problem, onSend, onChange }: PayoutReviewProps) {
	const t = useTranslations("payouts");
	const shared = useTranslations("payments");
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section className="grid items-start gap-x-[34px] gap-y-5 md:grid-cols-[minmax(0,460px)_318px] md:justify-between">
			<div className="grid gap-5">
				<h2 ref={heading} tabIndex={-1} className="font-semibold text-md">
					{t("reviewTitle")}
				</h2>
				<p className="font-semibold text-4xl tracking-[-0.03em] max-sm:text-3xl">
					<Money
						amount={words.decimal ?? ""}
						currency={words.operator?.currency ?? ""}
						currencyClassName="ml-1 text-[1.0625rem] font-medium text-ink-2 tracking-normal"
					/>
				</p>
				<DescriptionList>
					<Description term={shared("fact.destination")}>
						<span className="num font-[560] text-md">{words.number}</span>
					</Description>
					<Description term={shared("fact.operator")}>
						{words.operator?.name} <span className="code text-ink-2">({words.operator?.code})</span>
					</Description>
					<Description term={shared("fact.purpose")}>
						{note.trim() || <span className="text-ink-3">–</span>}
					</Description>
				</DescriptionList>
				{problem}
				<div className="flex flex-wrap gap-2">
					<Button variant="primary" size="lg" busy={isBusy} onClick={onSend} className="max-sm:w-full">
						{t("submit")}
					</Button>
					<Button size="lg" onClick={onChange} className="max-sm:flex-1">
						{t("change")}
					</Button>
				</div>
			</div>
			<Card>
				<PayoutSummary words={words} />
			</Card>
		</section>
	);
}
