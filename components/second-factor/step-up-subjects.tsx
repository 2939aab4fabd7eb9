"use client";
import { useLocale, useTranslations } from "next-intl";
import type { StepUpPayment } from "#lib/contracts/second-factor.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { moneyText } from "#lib/money-text.ts";
import { formatPhone } from "#lib/phone.ts";

/** Exactly what the proof is good for: amount and recipient of each, and of several how many and how much. */
export function StepUpSubjects({ payments }: { payments: readonly StepUpPayment[] }) {
	const t = useTranslations("secondFactor.stepUp");
	const locale = useLocale();
	if (payments.length === 0) return null;
	const money = (amount: string, currency: string) => moneyText(amount, currency, locale);
	return (
		<div className="mt-2 rounded-md bg-sunken px-3.5 py-3">
			<ul className="grid max-h-52 gap-2.5 overflow-y-auto">
				{payments.map(({ id, amount, currency, phoneNumber, operatorName, outcome, said }) => (
					<li key={id}>
						<p className="num font-semibold text-lg">{money(amount, currency)}</p>
						<p className="num text-ink-2 text-sm">
							{formatPhone(phoneNumber)} · {operatorName}
						</p>
						{outcome ? (
							<p className="font-medium text-sm">
								{outcome === "paid_other" && said
									? t("word.paid_other", { amount: money(said, currency) })
									: t(`word.${outcome as "paid"}`, { reference: said ?? "" })}
							</p>
						) : null}
					</li>
				))}
			</ul>
			{payments.length > 1 ? (
				<p className="num mt-2.5 border-line border-t pt-2.5 font-medium text-sm">
					{t("total", {
						count: payments.length,
						amount: sums(payments)
							.map(([currency, sum]) => money(sum, currency))
							.join(" + "),
					})}
				</p>
			) : null}
		</div>
	);
}

function sums(payments: readonly StepUpPayment[]): [string, string][] {
	const all = new Map<string, bigint>();
	for (const { currency, amount } of payments) all.set(currency, (all.get(currency) ?? 0n) + minorOf(amount));
	return [...all].map(([currency, minor]) => [currency, toDecimal(minor)]);
}
