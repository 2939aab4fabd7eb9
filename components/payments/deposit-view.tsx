"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CheckButton } from "#components/payments/check-button.tsx";
import { PayCard } from "#components/payments/pay-card.tsx";
import { PayerSteps } from "#components/payments/payer-steps.tsx";
import { PaymentColumns } from "#components/payments/payment-columns.tsx";
import { PaymentFacts } from "#components/payments/payment-facts.tsx";
import { PaymentHeader } from "#components/payments/payment-header.tsx";
import { PaymentTimeline } from "#components/payments/payment-timeline.tsx";
import { StateNotice } from "#components/payments/state-notice.tsx";
import { UnrecognisedNotice } from "#components/payments/unrecognised-notice.tsx";
import { WindowNotice } from "#components/payments/window-notice.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { ReadFault } from "#components/ui/read-fault.tsx";
import { isFinal } from "#lib/payment-state.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

interface DepositViewProps {
	id: string;
	/** Of the operator, as configured now. */
	dialCode: string | null;
	windowMinutes: number | null;
	mayStart: boolean;
	/** The server's time of drawing, ISO. */
	start: string;
	qr: ReactNode;
}

/** A deposit, alive: what the payer must do, what happened, and what it came to. */
export function DepositView({ id, dialCode, windowMinutes, mayStart, start, qr }: DepositViewProps) {
	const t = useTranslations("deposits");
	const query = useQuery(paymentQueries.detail("deposit", id));
	const payment = query.data;
	if (!payment) return null;
	const isWaiting = payment.state === "pending";
	const hasCard = isWaiting || payment.state === "approved" || payment.state === "sending";
	const again = mayStart && isFinal(payment.state) && payment.state !== "succeeded";
	return (
		<>
			<PaymentHeader
				payment={payment}
				back={{ href: "/deposits", label: t("title") }}
				actions={isWaiting || payment.state === "unknown" ? <CheckButton payment={payment} /> : null}
			/>
			<PaymentColumns
				cardFirst
				card={hasCard ? <PayCard payment={payment} dialCode={dialCode} start={start} qr={qr} /> : null}
				main={
					<>
						<ReadFault query={query} />
						<StateNotice
							payment={payment}
							action={again ? <LinkButton href="/deposits/new">{t("notice.again")}</LinkButton> : null}
						/>
						<UnrecognisedNotice payment={payment} />
						{isWaiting ? <WindowNotice payment={payment} start={start} /> : null}
						{isWaiting ? <PayerSteps payment={payment} dialCode={dialCode} start={start} /> : null}
						<PaymentTimeline payment={payment} windowMinutes={windowMinutes} />
					</>
				}
				facts={<PaymentFacts payment={payment} />}
			/>
		</>
	);
}
