"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DecideCard } from "#components/payments/approvals/decide-card.tsx";
import { CheckStatus } from "#components/payments/check-status.tsx";
import { decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import { DuplicateNote } from "#components/payments/duplicate-note.tsx";
import { NumberMarks } from "#components/payments/number-marks.tsx";
import { CheckButton } from "#components/payments/page/check-button.tsx";
import { PaymentColumns } from "#components/payments/page/payment-columns.tsx";
import { PaymentDetails } from "#components/payments/page/payment-details.tsx";
import { PaymentHeader } from "#components/payments/page/payment-header.tsx";
import { PaymentTimeline } from "#components/payments/page/payment-timeline.tsx";
import { ReceiptLink } from "#components/payments/page/receipt-link.tsx";
import { StateNotice } from "#components/payments/page/state-notice.tsx";
import { SupportButton } from "#components/payments/page/support-button.tsx";
import { UnrecognisedNotice } from "#components/payments/page/unrecognised-notice.tsx";
import { SettleCard } from "#components/payments/settle/settle-card.tsx";
import { SettlePanel } from "#components/payments/settle/settle-panel.tsx";
import { laterThan, useEvidence } from "#components/payments/settle/use-evidence.ts";
import { useAwaited } from "#components/payments/use-awaited.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { ENDED_UNPAID_STATES, isInDoubt, moneyMoved } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { may } from "#lib/roles.ts";

interface PayoutViewProps {
	id: string;
	viewer: Viewer;
	/** The server's render time, ISO. */
	start: string;
}

export function PayoutView({ id, viewer, start }: PayoutViewProps) {
	const t = useTranslations("payouts");
	const query = useQuery(paymentQueries.detail("payout", id));
	const payment = query.data;
	useAwaited(payment);
	const evidence = useEvidence(payment, "payout", id);
	if (!payment) return null;
	const isUnpaid = ENDED_UNPAID_STATES.includes(payment.state);
	const again = isUnpaid && may(viewer.role, "payout.request");
	return (
		<>
			<PaymentHeader
				payment={payment}
				back={{ href: "/payouts", label: t("title") }}
				actions={<HeaderActions payment={payment} evidence={evidence} />}
			/>
			<PaymentColumns
				cardFirst={false}
				card={<ActCard payment={payment} evidence={evidence} viewer={viewer} start={start} />}
				main={
					<>
						<ReadFault query={query} />
						<StateNotice
							payment={payment}
							action={
								again ? (
									<LinkButton href={`/payouts/new?again=${encodeURIComponent(id)}`}>{t("notice.again")}</LinkButton>
								) : moneyMoved(payment.state) === "yes" ? (
									<ReceiptLink payment={payment} />
								) : null
							}
						/>
						<UnrecognisedNotice payment={payment} />
						<NumberMarks marks={payment.marks} nameInBook={payment.nameInBook} className="mb-6" />
						<DuplicateNote payment={payment} className="mb-6" />
						{payment.state === "pending" ? (
							<p className="mb-6">
								<CheckStatus payment={payment} start={start} />
							</p>
						) : null}
						<SettlePanel payment={payment} evidence={evidence} role={viewer.role} />
						<PaymentTimeline
							payment={payment}
							windowMinutes={null}
							settleableAt={laterThan(start, evidence?.settleableAt)}
						/>
					</>
				}
				details={
					<div className={decisionRights(payment, viewer).decide ? "max-sm:pb-14" : undefined}>
						<PaymentDetails payment={payment} />
					</div>
				}
			/>
		</>
	);
}

interface PartProps {
	payment: Payment;
	evidence: EvidenceView | undefined;
}

function HeaderActions({ payment, evidence }: PartProps) {
	return (
		<>
			{moneyMoved(payment.state) === "maybe" ? <ReceiptLink payment={payment} /> : null}
			{payment.state === "pending" ? <CheckButton payment={payment} /> : null}
			{isInDoubt(payment.state) ? (
				<SupportButton payment={payment} keyFingerprint={evidence?.keyFingerprint ?? null} />
			) : null}
		</>
	);
}

function ActCard({ payment, evidence, viewer, start }: PartProps & { viewer: Viewer; start: string }) {
	if (isInDoubt(payment.state) && may(viewer.role, "payout.resolve"))
		return <SettleCard payment={payment} evidence={evidence} viewer={viewer} start={start} />;
	if (payment.state === "awaiting_approval" || decisionRights(payment, viewer).cancel)
		return <DecideCard payment={payment} viewer={viewer} />;
	return null;
}
