"use client";
import { Clock } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApprovalCount } from "#components/payments/approval-count.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import type { PaymentLine } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { formatPhone } from "#lib/phone.ts";

interface PaymentHeaderProps {
	payment: PaymentLine;
	back: { href: string; label: string };
	actions?: ReactNode;
}

/** The amount leads; its state, whom it concerns and through whom step back. */
export function PaymentHeader({ payment, back, actions }: PaymentHeaderProps) {
	const t = useTranslations("payments");
	const locale = useLocale();
	const number = formatPhone(subscriberNumber(payment));
	return (
		<header className="mb-[26px] flex items-start justify-between gap-4 max-sm:flex-wrap">
			<div className="min-w-0">
				<p className="mb-1.5 text-[0.8125rem] text-ink-2">
					<Link href={back.href} prefetch={false} className="rounded-sm hover:text-ink hover:underline">
						{back.label} <span aria-hidden="true">›</span>
					</Link>
				</p>
				<h1 tabIndex={-1} className="font-semibold text-4xl tracking-[-0.03em] max-sm:text-3xl">
					<Money
						amount={payment.amount}
						currency={payment.currency}
						currencyClassName="ml-1 text-[1.0625rem] font-medium text-ink-2 tracking-normal"
					/>
				</h1>
				<div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
					<StatePill kind={payment.kind} state={payment.state} />
					<ApprovalCount payment={payment} />
					{payment.late ? (
						<Badge tone="neutral" icon={Clock}>
							{t("late")}
						</Badge>
					) : null}
					<span className="text-ink-2">
						<span className="num">{payment.kind === "deposit" ? t("from", { number }) : t("to", { number })}</span>
						{` · ${payment.operatorName} · ${countryName(payment.country, locale)}`}
					</span>
				</div>
			</div>
			{actions ? (
				<div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1 sm:pt-1">{actions}</div>
			) : null}
		</header>
	);
}
