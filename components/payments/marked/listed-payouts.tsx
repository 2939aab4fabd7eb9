"use client";
import { useLocale, useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { NumberMarks } from "#components/payments/payout-warnings.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { unbrokenPhone } from "#lib/phone.ts";

interface ListedPayoutsProps {
	payments: readonly PaymentSummary[];
	/** By id: why it could not be answered. */
	why?: ReadonlyMap<string, string>;
}

/** Each payout of an answer to several: amount, number, purpose, and what may be paid twice. */
export function ListedPayouts({ payments, why }: ListedPayoutsProps) {
	const t = useTranslations("marked");
	const locale = useLocale();
	return (
		<ul aria-label={t("list")} className="grid max-h-60 gap-2 overflow-y-auto rounded-md bg-sunken px-3.5 py-3">
			{payments.map((payment) => (
				<li key={payment.id} className="min-w-0 text-sm">
					<p className="num flex flex-wrap justify-between gap-x-3">
						<DeskLink href={paymentPath(payment)} target="_blank" className="font-medium link">
							{moneyText(payment.amount, payment.currency, locale)}
						</DeskLink>
						<span className="wrap-anywhere whitespace-normal">
							{payment.name ? `${payment.name} · ` : null}
							{unbrokenPhone(payment.destination ?? "")}
						</span>
					</p>
					<NumberMarks marks={payment.marks} nameInBook={payment.nameInBook} className="my-1" />
					{payment.note ? <p className="break-words text-ink-2 text-xs">{payment.note}</p> : null}
					{payment.alike?.length ? (
						<p className="text-warning text-xs">{t("alike", { count: payment.alike.length })}</p>
					) : null}
					{why ? <p className="text-danger text-xs">{why.get(payment.id)}</p> : null}
				</li>
			))}
		</ul>
	);
}
