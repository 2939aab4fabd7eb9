"use client";
import { useLocale, useTranslations } from "next-intl";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { StepUpBatch, StepUpPayment } from "#lib/contracts/second-factor.ts";
import { countryName } from "#lib/countries.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";

export function StepUpSubjects({ payments, batch }: { payments: readonly StepUpPayment[]; batch: StepUpBatch | null }) {
	const t = useTranslations("secondFactor.stepUp");
	const locale = useLocale();
	if (payments.length === 0) return null;
	const money = (amount: string, currency: string) => moneyText(amount, currency, locale);
	return (
		<div className="mt-2 rounded-md bg-sunken px-3.5 py-3">
			{batch ? (
				<div className="mb-3 border-line border-b pb-2.5">
					<p className="wrap-anywhere font-semibold">{batch.name}</p>
					<p className="num font-medium text-sm">
						{t("total", {
							count: batch.count,
							amount: batch.totals.map((total) => money(total.amount, total.currency)).join(" + "),
						})}
					</p>
					<p className="mt-1 text-ink-2 text-xs">{t("largest", { count: payments.length })}</p>
				</div>
			) : null}
			<ul className="grid max-h-52 gap-2.5 overflow-y-auto">
				{payments.map(({ id, name, note, amount, currency, phoneNumber, operatorName, country, outcome, claimed }) => (
					<li key={id}>
						{name ? <p className="break-words font-[560]">{name}</p> : null}
						<p className="num font-semibold text-lg">{money(amount, currency)}</p>
						<p className="text-ink-2 text-sm">
							<span className="num">{formatPhone(phoneNumber)}</span> · {operatorName} · {countryName(country, locale)}
						</p>
						{note && payments.length === 1 ? <p className="break-words text-ink-2 text-sm">{note}</p> : null}
						{outcome ? (
							<p className="font-medium text-sm">
								{outcome === "paid_other" && claimed
									? t("word.paid_other", { amount: money(claimed, currency) })
									: t(`word.${outcome as "paid"}`, { reference: claimed ?? "" })}
							</p>
						) : null}
					</li>
				))}
			</ul>
			{payments.length > 1 && !batch ? (
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
