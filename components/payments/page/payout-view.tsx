"use client";
import { useTranslations } from "next-intl";
import { DecideCard } from "#components/payments/approvals/decide-card.tsx";
import { decisionRights } from "#components/payments/decision-rights.ts";
import { ReceiptLink } from "#components/payments/page/header-actions.tsx";
import { type PageProps, PaymentPage } from "#components/payments/page/payment-page.tsx";
import { DuplicateNote, NumberMarks } from "#components/payments/payout-warnings.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
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
