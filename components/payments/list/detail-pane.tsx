"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { showDetail, WIDE } from "#components/payments/list/detail-address.ts";
import { DepositView } from "#components/payments/page/deposit-view.tsx";
import { InPane } from "#components/payments/page/payment-header.tsx";
import { PayoutView } from "#components/payments/page/payout-view.tsx";
import { PaymentQr } from "#components/payments/payer/payment-qr.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { AllTexts } from "#components/ui/load-on-demand.tsx";
import { DetailSkeleton } from "#components/ui/page/detail-skeleton.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { operatorQueries } from "#lib/queries/operators.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

interface DetailPaneProps {
	/** "/payouts/01…" or "/deposits/01…" */
	path: string;
	viewer: Viewer;
}

export default function DetailPane(props: DetailPaneProps) {
	const isWide = useSyncExternalStore(
		subscribeWidth,
		() => matchMedia(WIDE).matches,
		() => false,
	);
	return isWide ? <Pane {...props} /> : null;
}

function Pane({ path, viewer }: DetailPaneProps) {
	const t = useTranslations("common");
	const self = useRef<HTMLElement>(null);
	const linkTo = `[data-beside] a[href="${path}"]`;
	useEffect(() => {
		// Moves the focus into the pane only when the row's link has it, so after a click and not after a reload.
		if (document.activeElement?.matches(linkTo)) self.current?.focus({ preventScroll: true });
	}, [linkTo]);
	const close = () => {
		showDetail("");
		document.querySelector<HTMLElement>(linkTo)?.focus();
	};
	const onKey = (event: KeyboardEvent) => {
		const isOfAWindow = (event.target as Element).closest("dialog, [popover]") !== null;
		if (event.key === "Escape" && !event.defaultPrevented && !isOfAWindow) close();
	};
	return (
		<section
			ref={self}
			tabIndex={-1}
			aria-label={t("beside")}
			onKeyDown={onKey}
			className="sticky top-[calc(var(--frame-top)+1rem)] max-h-[calc(100dvh-var(--frame-top)-2rem)] min-w-0 overflow-y-auto rounded-lg border border-line bg-surface px-6 pt-3 pb-6"
		>
			<div className="mb-2 flex items-center justify-end gap-1">
				<a href={path} className={buttonClass("ghost", "sm")}>
					{t("openPage")}
				</a>
				<button type="button" aria-label={t("close")} onClick={close} className={buttonClass("ghost", "sm", "px-1.5!")}>
					<Icon name="x" />
				</button>
			</div>
			<InPane value={true}>
				<Suspense fallback={<DetailSkeleton />}>
					<AllTexts>
						<Detail path={path} viewer={viewer} />
					</AllTexts>
				</Suspense>
			</InPane>
		</section>
	);
}

function Detail({ path, viewer }: DetailPaneProps) {
	const [, list, id = ""] = path.split("/");
	const isDeposit = list === "deposits";
	const query = useQuery(paymentQueries.detail(isDeposit ? "deposit" : "payout", id));
	const operators = useQuery({ ...operatorQueries.list(), enabled: isDeposit });
	const payment = query.data;
	if (!payment && query.errorUpdateCount > 0) return <ReadFault query={query} />;
	if (!payment || operators.isLoading) return <DetailSkeleton />;
	if (!isDeposit) return <PayoutView id={id} viewer={viewer} />;
	const operator = operators.data?.items.find(({ code }) => code === payment.operator);
	return (
		<DepositView
			id={id}
			dialCode={operator?.dialCode ?? null}
			windowMinutes={operator?.windowMinutes ?? null}
			viewer={viewer}
			qr={payment.paymentUrl || payment.qrCode ? <PaymentQr payment={payment} /> : null}
		/>
	);
}

function subscribeWidth(listener: () => void): () => void {
	const query = matchMedia(WIDE);
	query.addEventListener("change", listener);
	return () => query.removeEventListener("change", listener);
}
