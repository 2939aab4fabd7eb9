"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DayLink, DayText } from "#components/ui/day-text.tsx";
import { NamedMoney } from "#components/ui/money.tsx";
import { closingBalanceOf } from "#lib/closing-balance.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { reconciliationQueries } from "#lib/queries/reconciliation.ts";

interface DayClosingBalanceProps {
	currency: string;
	day: string;
}

export default function DayClosingBalance({ currency, day }: DayClosingBalanceProps) {
	const t = useTranslations("movements.closing");
	const { data, isPending } = useQuery(reconciliationQueries.days(currency, day.slice(0, 7)));
	const proof = data?.days.find((one) => one.day === day);
	const closing = proof ? closingBalanceOf(proof) : null;
	// Reserves the height of this line while the balance loads, so that the table below does not move.
	if (!closing) return isPending ? <p className="mb-4 h-4" /> : null;
	const { balance, onTheWay, unmatched } = closing;
	return (
		<p className="num mb-4 flex flex-wrap gap-x-[18px] text-ink-2 text-xs">
			<DayLink day={day} currency={currency} className="link">
				{t.rich("title", { day: () => <DayText day={day} /> })}
			</DayLink>
			<NamedMoney term={t(onTheWay ? "available" : "balance")} amount={balance} currency={currency} />
			{onTheWay ? (
				<>
					<NamedMoney term={t("onTheWay")} amount={onTheWay} currency={currency} />
					<NamedMoney term={t("total")} amount={toDecimal(minorOf(balance) + minorOf(onTheWay))} currency={currency} />
				</>
			) : null}
			{unmatched ? <NamedMoney term={t("unmatched")} amount={unmatched} currency={currency} /> : null}
		</p>
	);
}
