"use client";
import { useLocale, useTranslations } from "next-intl";
import { ApprovalCount } from "#components/payments/approvals/approval-count.tsx";
import { type DecisionRights, decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import { paymentPath } from "#components/payments/list-path.ts";
import { MarkBox } from "#components/payments/marked/mark-box.tsx";
import { PayoutWarnings } from "#components/payments/payout-warnings.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Decision, PaymentSummary } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import { formatPhone } from "#lib/phone.ts";

interface ApprovalCardProps {
	payment: PaymentSummary;
	viewer: Viewer;
	/** Null where payouts cannot be marked. */
	mark: { isMarked: boolean; set: (isMarked: boolean) => void } | null;
	onDecide: (decision: Decision["decision"]) => void;
}

export function ApprovalCard({ payment, viewer, mark, onDecide }: ApprovalCardProps) {
	const t = useTranslations("approvals");
	const payouts = useTranslations("payouts");
	const locale = useLocale();
	const rights = decisionRights(payment, viewer);
	const number = formatPhone(payment.destination ?? "");
	const amount = moneyText(payment.amount, payment.currency, locale);
	return (
		<article
			aria-label={payouts("pageTitle", { amount })}
			className="grid gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center wide:items-start"
		>
			<div className="min-w-0">
				<p data-own className="flex flex-wrap items-baseline gap-x-2.5">
					{mark ? (
						<MarkBox
							label={t("markOf", { amount, number })}
							checked={mark.isMarked}
							onChange={mark.set}
							className="self-center"
						/>
					) : null}
					<Money
						amount={payment.amount}
						currency={payment.currency}
						className="font-semibold text-xl tracking-[-0.02em]"
						currencyClassName="ml-0.5 font-medium text-ink-2 text-sm tracking-normal"
					/>
					<DeskLink
						href={paymentPath(payment)}
						aria-label={t("openOf", { amount })}
						className="rounded-sm text-[0.8125rem] text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink"
					>
						{t("open")}
					</DeskLink>
					<ApprovalCount payment={payment} />
				</p>
				<p data-own>
					{payouts.rich("toWhom", {
						who: () => (
							<>
								{payment.name === null ? null : <span className="font-[560]">{`${payment.name} · `}</span>}
								<span className="num font-[520]">{number}</span>
							</>
						),
					})}
					<span className="text-ink-2">
						{` · ${payment.operatorName} · `}
						<span className="whitespace-nowrap">{countryName(payment.country, locale)}</span>
					</span>
				</p>
				<p data-own className="break-words">
					{payment.note ?? <span className="text-ink-3">{t("noPurpose")}</span>}
				</p>
				<p className="mt-0.5 text-ink-2 text-xs">
					{t.rich(rights.own ? "askedByYou" : "asked", {
						name: payment.maker?.name ?? "",
						at: () => <Time at={payment.createdAt} as="momentShort" className="in-sentence tabular-nums" />,
					})}
					{payment.approval?.given.length ? (
						<span>{` · ${t("given", { names: payment.approval.given.map(({ name }) => name).join(", ") })}`}</span>
					) : null}
					{payment.approval?.lapsed.length ? (
						<span>{` · ${payouts("lapsed", { names: payment.approval.lapsed.map(({ name }) => name).join(", ") })}`}</span>
					) : null}
					{payment.expiresAt ? (
						<>
							{" · "}
							{t.rich("expires", {
								at: () => <Time at={payment.expiresAt ?? ""} as="momentShort" className="in-sentence tabular-nums" />,
							})}
						</>
					) : null}
				</p>
				<PayoutWarnings payment={payment} className="mt-2" />
			</div>
			<ApprovalActions rights={rights} what={{ amount, number }} onDecide={onDecide} />
		</article>
	);
}

interface ApprovalActionsProps extends Pick<ApprovalCardProps, "onDecide"> {
	rights: DecisionRights;
	what: { amount: string; number: string };
}

function ApprovalActions({ rights, what, onDecide }: ApprovalActionsProps) {
	const t = useTranslations("approvals");
	const payouts = useTranslations("payouts");
	const why = rights.own
		? payouts("ownShort")
		: rights.corrected
			? t("youCorrected")
			: rights.approved
				? t("youApproved")
				: null;
	const act = (decision: "approve" | "reject") => (
		<ReadyButton
			variant={decision === "approve" ? "primary" : "danger"}
			className="max-sm:h-11"
			aria-label={t(`${decision}Of`, what)}
			onClick={() => onDecide(decision)}
		>
			<Icon name={decision === "approve" ? "check" : "x"} />
			{payouts(decision)}
		</ReadyButton>
	);
	return (
		<div className="grid gap-2 empty:hidden sm:justify-items-end">
			{why ? (
				<Badge tone="neutral" icon="users" className="justify-self-start sm:justify-self-end">
					{why}
				</Badge>
			) : null}
			{rights.reject ? (
				<div className={rights.approve ? "grid grid-cols-2 gap-2 sm:flex" : "grid"}>
					{rights.approve ? act("approve") : null}
					{act("reject")}
				</div>
			) : null}
		</div>
	);
}
