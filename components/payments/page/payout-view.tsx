"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DecisionDialog } from "#components/payments/approvals/decision-dialog.tsx";
import { approvalsLeft, decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import { ReceiptLink } from "#components/payments/page/header-actions.tsx";
import { type PageProps, PaymentPage } from "#components/payments/page/payment-page.tsx";
import { DuplicateNote, NumberMarks } from "#components/payments/payout-warnings.tsx";
import { useSendingBlocked } from "#components/payments/use-sending-blocked.ts";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import type { Decision, Payment, PaymentSummary } from "#lib/contracts/payment.ts";
import { ENDED_UNPAID_STATES, moneyMoved } from "#lib/payment-state.ts";
import { may } from "#lib/roles.ts";

export function PayoutView(props: PageProps) {
	const t = useTranslations("payouts");
	const { id, viewer } = props;
	const partsOf = (payment: Payment) => {
		const { state } = payment;
		const { approve, cancel } = decisionRights(payment, viewer);
		return {
			card: state === "awaiting_approval" || cancel ? <DecideCard payment={payment} viewer={viewer} /> : null,
			action:
				ENDED_UNPAID_STATES.includes(state) && may(viewer.role, "payout.request") ? (
					<LinkButton href={`/payouts/new?again=${encodeURIComponent(id)}`}>{t("notice.again")}</LinkButton>
				) : moneyMoved(state) === "yes" ? (
					<ReceiptLink payment={payment} />
				) : null,
			notes: (
				<>
					<NumberMarks {...payment} className="mb-6" />
					<DuplicateNote payment={payment} className="mb-6" />
				</>
			),
			detailsClassName: approve ? "max-sm:pb-14" : undefined,
		};
	};
	return <PaymentPage {...props} kind="payout" partsOf={partsOf} />;
}

// On a phone both buttons are at the bottom, above the navigation (57 px).
const THUMB_BAR =
	"grid grid-cols-2 gap-2 sm:mt-3.5 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-[calc(57px+max(0px,env(safe-area-inset-bottom)-9px))] max-sm:z-10 max-sm:border-line max-sm:border-t max-sm:bg-surface max-sm:px-4 max-sm:py-2.5";

function DecideCard({ payment, viewer }: { payment: PaymentSummary; viewer: Viewer }) {
	const t = useTranslations("payouts");
	// The dialog keeps the payout that the person saw when it opened.
	const [open, setOpen] = useState<{ payment: PaymentSummary; decision: Decision["decision"] } | null>(null);
	const rights = decisionRights(payment, viewer);
	const isSendingBlocked = useSendingBlocked(payment);
	const undecided = payment.state === "awaiting_approval";
	if (!undecided && !rights.cancel) return null;
	const act = (asked: Decision["decision"], className: string, icon?: "check" | "x") => (
		<ReadyButton
			variant={asked === "approve" ? "primary" : "danger"}
			className={`max-sm:h-11 ${className}`}
			onClick={() => setOpen({ payment, decision: asked })}
		>
			{icon ? <Icon name={icon} /> : null}
			{t(asked)}
		</ReadyButton>
	);
	return (
		<Card>
			<SectionTitle>{t("decideTitle")}</SectionTitle>
			<p className="text-ink-2">
				{undecided
					? payment.approval?.withBatch
						? t("decideWithBatch")
						: whyText(rights, approvalsLeft(payment), t)
					: t(
							isSendingBlocked
								? "notice.approvedHeld.body"
								: payment.waits
									? "notice.approvedWaits.title"
									: "notice.approved.body",
						)}
			</p>
			{payment.approval?.withBatch && payment.batch ? (
				<LinkButton href={`/batches/${encodeURIComponent(payment.batch.id)}`} className="mt-3 w-full max-sm:h-11">
					{t("openBatch")}
				</LinkButton>
			) : null}
			{rights.approve ? (
				<div className={THUMB_BAR}>
					{act("approve", "", "check")}
					{act("reject", "", "x")}
				</div>
			) : null}
			{rights.reject && !rights.approve ? act("reject", "mt-3 w-full") : null}
			{rights.correct ? (
				<LinkButton href={`/payouts/${encodeURIComponent(payment.id)}/correct`} className="mt-3 w-full max-sm:h-11">
					{t("correct")}
				</LinkButton>
			) : null}
			{rights.cancel ? act("cancel", "mt-3 w-full") : null}
			{open ? <DecisionDialog {...open} onClose={() => setOpen(null)} /> : null}
		</Card>
	);
}

function whyText(
	rights: ReturnType<typeof decisionRights>,
	left: number,
	t: ReturnType<typeof useTranslations<"payouts">>,
): string {
	if (rights.approve) return left > 1 ? t("decideWhyFirst") : t("decideWhy");
	if (rights.corrected) return t("correctedByYou");
	if (rights.approved) return t("approvedAlready");
	return rights.own ? t("own") : t("onlyApprovers");
}
