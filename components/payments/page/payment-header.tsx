"use client";
import { useLocale, useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext } from "react";
import { ApprovalCount } from "#components/payments/approvals/approval-count.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { formatPhone } from "#lib/phone.ts";

// Loaded in the browser, which alone knows from which list the payment was opened.
const ListSteps = loadOnDemand(() => import("#components/payments/page/list-steps.tsx"));

/**
 * True in the pane beside a table. The page already has an h1 and the pane its own close button, so the header uses an h2 and omits the
 * back link.
 */
export const InPane = createContext(false);

interface PaymentHeaderProps {
	payment: PaymentSummary;
	actions: ReactNode;
}

export function PaymentHeader({ payment, actions }: PaymentHeaderProps) {
	const t = useTranslations("payments");
	const list = useTranslations(payment.kind === "deposit" ? "deposits" : "payouts");
	const locale = useLocale();
	const isInPane = useContext(InPane);
	const Heading = isInPane ? "h2" : "h1";
	const number = formatPhone(subscriberNumber(payment));
	return (
		<header
			className={cx("mb-[26px] flex items-start justify-between gap-4 max-sm:flex-wrap", isInPane && "mb-5 flex-wrap")}
		>
			<div className="min-w-0">
				{isInPane ? null : (
					<div className="mb-1.5 flex flex-wrap gap-x-5 text-[0.8125rem] text-ink-2 print:hidden">
						<DeskLink href={`/${payment.kind}s`} className="rounded-sm hover:text-ink hover:underline">
							{list("title")} <span aria-hidden="true">›</span>
						</DeskLink>
						<ListSteps payment={payment} />
					</div>
				)}
				<Heading tabIndex={-1} className="font-semibold text-4xl tracking-[-0.03em] max-sm:text-3xl">
					<Money
						amount={payment.amount}
						currency={payment.currency}
						currencyClassName="ml-1 text-[1.0625rem] font-medium text-ink-2 tracking-normal"
					/>
				</Heading>
				<div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
					<span role="status" className="inline-flex">
						<StatePill kind={payment.kind} state={payment.state} />
					</span>
					{payment.paidAmount ? (
						<Badge tone="warning" icon="scale">
							{t("paidOther", {
								amount: moneyText(payment.paidAmount, payment.currency, locale),
							})}
						</Badge>
					) : null}
					<ApprovalCount payment={payment} />
					{payment.late ? (
						<Badge tone="neutral" icon="clock">
							{t("late")}
						</Badge>
					) : null}
					<span className="text-ink-2">
						{t.rich(payment.kind === "deposit" ? "from" : "to", {
							who: () => (
								<>
									{payment.name === null ? null : (
										<>
											<span className="font-[560] text-ink">{payment.name}</span>
											{" · "}
										</>
									)}
									<span className="num">{number}</span>
								</>
							),
						})}
						{` · ${payment.operatorName} · `}
						<span className="whitespace-nowrap">{countryName(payment.country, locale)}</span>
					</span>
				</div>
			</div>
			<div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1 sm:justify-end sm:pt-1 lg:max-w-full lg:shrink-0">
				{actions}
			</div>
		</header>
	);
}
