"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CheckButton } from "#components/payments/check-button.tsx";
import { CheckLine } from "#components/payments/check-line.tsx";
import { DecideCard } from "#components/payments/decide-card.tsx";
import { decisionRights, type Viewer } from "#components/payments/decision-rights.ts";
import { PaymentColumns } from "#components/payments/payment-columns.tsx";
import { PaymentFacts } from "#components/payments/payment-facts.tsx";
import { PaymentHeader } from "#components/payments/payment-header.tsx";
import { PaymentTimeline } from "#components/payments/payment-timeline.tsx";
import { ResolveCard } from "#components/payments/resolve-card.tsx";
import { StateNotice } from "#components/payments/state-notice.tsx";
import { SupportButton } from "#components/payments/support-button.tsx";
import { UnrecognisedNotice } from "#components/payments/unrecognised-notice.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/read-fault.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { isFinal } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";
import { may } from "#lib/roles.ts";

interface PayoutViewProps {
	id: string;
	viewer: Viewer;
	/** The server's time of drawing, ISO. */
	start: string;
}

/** A payout, alive: where it stands in words, what may be done about it, and how it came there. */
export function PayoutView({ id, viewer, start }: PayoutViewProps) {
	const t = useTranslations("payouts");
	const query = useQuery(paymentQueries.detail("payout", id));
	const payment = query.data;
	if (!payment) return null;
	const isUnpaid = isFinal(payment.state) && !["succeeded", "settled_paid"].includes(payment.state);
	const again = isUnpaid && may(viewer.role, "payout.request");
	return (
		<>
			<PaymentHeader
				payment={payment}
				back={{ href: "/payouts", label: t("title") }}
				actions={<HeaderActions payment={payment} />}
			/>
			<PaymentColumns
				cardFirst={false}
				card={<ActCard payment={payment} viewer={viewer} />}
				main={
					<>
						<ReadFault query={query} />
						<StateNotice
							payment={payment}
							action={again ? <LinkButton href="/payouts/new">{t("notice.again")}</LinkButton> : null}
						/>
						<UnrecognisedNotice payment={payment} />
						{payment.state === "pending" ? (
							<p className="mb-6">
								<CheckLine payment={payment} start={start} />
							</p>
						) : null}
						<PaymentTimeline payment={payment} windowMinutes={null} />
					</>
				}
				facts={
					<div className={decisionRights(payment, viewer).decide ? "max-sm:pb-14" : undefined}>
						<PaymentFacts payment={payment} />
					</div>
				}
			/>
		</>
	);
}

function HeaderActions({ payment }: { payment: Payment }) {
	if (payment.state === "pending") return <CheckButton payment={payment} />;
	return payment.state === "unknown" || payment.state === "needs_review" ? <SupportButton payment={payment} /> : null;
}

function ActCard({ payment, viewer }: { payment: Payment; viewer: Viewer }) {
	if (payment.state === "unknown" && may(viewer.role, "payout.resolve")) return <ResolveCard payment={payment} />;
	if (payment.state === "awaiting_approval" || decisionRights(payment, viewer).cancel)
		return <DecideCard payment={payment} viewer={viewer} />;
	return null;
}
