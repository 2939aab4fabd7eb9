"use client";
import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Need } from "#lib/contracts/overview.ts";
import { age } from "#lib/dates.ts";
import { maskPhone } from "#lib/phone.ts";

/** How much and whose, then what is wrong with it. */
export function NeedHint({ need: { kind, count, amount, currency, payment } }: { need: Need }) {
	const t = useTranslations("home.need");
	const money = amount && currency ? <Money amount={amount} currency={currency} /> : null;
	const number = payment?.destination ?? payment?.phoneNumber;
	const way = payment?.kind === "deposit" ? "from" : "to";
	if (kind === "approval") {
		return (
			<p className="text-ink-2 text-xs">
				{money ? (count === 1 ? money : t.rich("approvalHint", { amount: () => money })) : null}
				{money && payment?.maker ? " · " : null}
				{payment?.maker ? t("approvalAsked", { name: payment.maker.name }) : null}
			</p>
		);
	}
	return (
		<p className="text-ink-2 text-xs">
			{money}
			{count === 1 && number ? <> {t(way, { number: maskPhone(number).replaceAll(" ", "\u00a0") })}</> : null}
			{money ? " · " : null}
			{t(`${kind}Hint`, { currency: currency ?? "" })}
		</p>
	);
}

/** Since when, for what began today; how long, for what is older or waits in a row. */
export function NeedAge({ need: { kind, since } }: { need: Need }) {
	const t = useTranslations();
	if (!since) return <span className="max-sm:hidden" />;
	const gone = age(new Date(since), new Date());
	const shown = t(`common.unit${gone.unit}`, { count: gone.count });
	return (
		<span className="num text-ink-2 text-xs max-sm:hidden" suppressHydrationWarning>
			{kind === "approval" ? (
				t("home.oldest", { age: shown })
			) : gone.unit === "Days" || gone.count >= 12 ? (
				shown
			) : (
				<>
					{t("home.since")} <Time at={since} as="timeShort" />
				</>
			)}
		</span>
	);
}
