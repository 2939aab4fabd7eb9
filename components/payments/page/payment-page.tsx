"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { CheckStatus } from "#components/payments/check-status.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { HeaderActions, mayCheck } from "#components/payments/page/header-actions.tsx";
import { PaymentDetails } from "#components/payments/page/payment-details.tsx";
import { PaymentHeader } from "#components/payments/page/payment-header.tsx";
import { PaymentTimeline } from "#components/payments/page/payment-timeline.tsx";
import { StateNotice, UnrecognisedNotice } from "#components/payments/page/state-notice.tsx";
import { EvidencePanel } from "#components/payments/resolve/evidence-panel.tsx";
import { ResolveCard } from "#components/payments/resolve/resolve-card.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { isInDoubt, isSettled, type PaymentKind } from "#lib/payment-state.ts";
import { awaitsPayer } from "#lib/payments/status-meaning.ts";
import { checkPayment, paymentQueries } from "#lib/queries/payments.ts";
import { may } from "#lib/roles.ts";

export interface PageProps {
	id: string;
	viewer: Viewer;
}

interface Parts {
	/** The card of actions. While the payment is in doubt, members who may resolve it get the card for that instead. */
	card: ReactNode;
	action: ReactNode;
	notes: ReactNode;
	detailsClassName?: string | undefined;
}

interface PaymentPageProps extends PageProps {
	kind: PaymentKind;
	windowMinutes?: number | null;
	partsOf: (payment: Payment) => Parts;
}

export function PaymentPage({ kind, id, viewer, windowMinutes = null, partsOf }: PaymentPageProps) {
	const query = useQuery(paymentQueries.detail(kind, id));
	const payment = query.data;
	useStatusChecks(payment);
	const asked = useEvidence(payment, kind, id);
	const evidence = asked?.data;
	if (!payment) return null;
	const inDoubt = isInDoubt(payment.state);
	const { card, action, notes, detailsClassName } = partsOf(payment);
	// The payer's steps of a deposit contain the check.
	const isChecked = mayCheck(payment) && !(kind === "deposit" && awaitsPayer(payment));
	return (
		<>
			<PaymentHeader payment={payment} actions={<HeaderActions payment={payment} evidence={evidence} />} />
			<Columns
				cardFirst={kind === "deposit" && !inDoubt}
				card={
					inDoubt && may(viewer.role, "payout.resolve") ? (
						<ResolveCard payment={payment} evidence={evidence} viewer={viewer} />
					) : (
						card
					)
				}
				main={
					<>
						<ReadFault query={query} />
						<StateNotice payment={payment} action={action} />
						<UnrecognisedNotice payment={payment} />
						{notes}
						{isChecked ? (
							<p className="mb-6">
								<CheckStatus payment={payment} />
							</p>
						) : null}
						{asked ? <ReadFault query={asked} /> : null}
						<EvidencePanel payment={payment} evidence={evidence} role={viewer.role} />
						<PaymentTimeline
							payment={payment}
							windowMinutes={windowMinutes}
							settleableAt={evidence?.settleableAt ?? null}
						/>
					</>
				}
				details={
					<div className={detailsClassName}>
						<PaymentDetails payment={payment} />
					</div>
				}
			/>
		</>
	);
}

// A read of the wallet's list without changes sends no live update, so the page refetches to show the time of the last read.
const REGULAR_MS = 60_000;

function useEvidence(payment: Payment | undefined, kind: PaymentKind, id: string) {
	const enabled = payment !== undefined && (isInDoubt(payment.state) || isSettled(payment.state));
	const refetchInterval = payment && isInDoubt(payment.state) ? REGULAR_MS : (false as const);
	const query = useQuery({ ...paymentQueries.evidence(kind, id), enabled, refetchInterval });
	return enabled ? query : null;
}

interface ColumnsProps {
	main: ReactNode;
	card: ReactNode;
	details: ReactNode;
	cardFirst: boolean;
}

/** Shows one column, two where there is room, three on a wide page. A card that renders nothing leaves no gap. */
function Columns({ main, card, details, cardFirst }: ColumnsProps) {
	const act = (
		<div className="card min-w-0 empty:hidden @min-[41rem]/payment:col-start-2 @min-[41rem]/payment:row-start-1">
			{card}
		</div>
	);
	return (
		<div className="@container/payment">
			<div className="group/columns grid gap-x-[34px] gap-y-6 @min-[41rem]/payment:grid-cols-[minmax(0,1fr)_318px] @min-[41rem]/payment:grid-rows-[auto_1fr] @min-[76rem]/payment:has-[>.card:not(:empty)]:grid-cols-[minmax(0,1fr)_340px_330px]">
				{cardFirst ? act : null}
				<div className="min-w-0 @min-[41rem]/payment:col-start-1 @min-[41rem]/payment:row-span-2 @min-[41rem]/payment:row-start-1">
					{main}
				</div>
				{cardFirst ? null : act}
				<div className="min-w-0 @min-[41rem]/payment:col-start-2 @min-[76rem]/payment:group-has-[>.card:not(:empty)]/columns:col-start-3 @min-[76rem]/payment:group-has-[>.card:not(:empty)]/columns:row-start-1">
					{details}
				</div>
			</div>
		</div>
	);
}

// A customer waits at the counter: with this interval, the answer is on the screen within five seconds after the service has it.
const ASK_MS = 4_000;

/** Requests checks of a pending payment while its page is open and visible; the desk limits the rate across all pages. */
function useStatusChecks(payment: Payment | undefined): void {
	const client = useQueryClient();
	const isPending = payment?.state === "pending";
	const { kind, id } = payment ?? {};
	useEffect(() => {
		if (!isPending || !kind || !id) return;
		let isAsking = false;
		const ask = async () => {
			if (document.hidden || isAsking) return;
			isAsking = true;
			try {
				client.setQueryData(paymentQueries.detail(kind, id).queryKey, await checkPayment(kind, id));
			} catch {
				// The worker's own checks continue, and the page shows the time of the last one.
			} finally {
				isAsking = false;
			}
		};
		const timer = setInterval(() => void ask(), ASK_MS);
		return () => clearInterval(timer);
	}, [client, isPending, kind, id]);
}
