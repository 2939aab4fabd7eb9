"use client";
/** The pane beside a table: the detail of a payment's page, with its words and data fetched when it is wanted. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { NextIntlClientProvider, useLocale, useTimeZone, useTranslations } from "next-intl";
import { type KeyboardEvent, Suspense, use, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { showBeside, WIDE } from "#components/payments/list/beside-address.ts";
import { DepositView } from "#components/payments/page/deposit-view.tsx";
import { InPane } from "#components/payments/page/in-pane.ts";
import { PaymentSkeleton } from "#components/payments/page/payment-skeleton.tsx";
import { PayoutView } from "#components/payments/page/payout-view.tsx";
import { PaymentQr } from "#components/payments/payer/payment-qr.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import type { Locale } from "#lib/i18n/choose-locale.ts";
import { operatorQueries } from "#lib/queries/operators.ts";
import { paymentQueries } from "#lib/queries/payments.ts";

// Compiled as those of pages are: no parser travels.
const TEXTS = { en: () => import("#lib/i18n/en.json"), fr: () => import("#lib/i18n/fr.json") };
const fetched = new Map<Locale, Promise<{ default: object }>>();

interface BesidePaneProps {
	/** "/payouts/01…" or "/deposits/01…" */
	path: string;
	viewer: Viewer;
}

export default function BesidePane(props: BesidePaneProps) {
	const isWide = useSyncExternalStore(
		subscribeWidth,
		() => matchMedia(WIDE).matches,
		() => false,
	);
	return isWide ? <Pane {...props} /> : null;
}

function Pane({ path, viewer }: BesidePaneProps) {
	const t = useTranslations("common");
	const self = useRef<HTMLElement>(null);
	const linkTo = `[data-beside] a[href="${path}"]`;
	useEffect(() => {
		// Somebody followed the row's link just now; after a reload the focus stays where it is.
		if (document.activeElement?.matches(linkTo)) self.current?.focus({ preventScroll: true });
	}, [linkTo]);
	const close = () => {
		showBeside("");
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
					<X aria-hidden="true" />
				</button>
			</div>
			<InPane value={true}>
				<Suspense fallback={<PaymentSkeleton />}>
					<Detail path={path} viewer={viewer} />
				</Suspense>
			</InPane>
		</section>
	);
}

function Detail({ path, viewer }: BesidePaneProps) {
	const locale = useLocale() as Locale;
	const timeZone = useTimeZone() ?? "UTC";
	const messages: Promise<{ default: object }> = fetched.get(locale) ?? TEXTS[locale]();
	fetched.set(locale, messages);
	const [, list, id = ""] = path.split("/");
	return (
		<NextIntlClientProvider locale={locale} timeZone={timeZone} messages={use(messages).default}>
			{list === "payouts" ? <Payout id={id} viewer={viewer} /> : <Deposit id={id} viewer={viewer} />}
		</NextIntlClientProvider>
	);
}

interface DetailProps {
	id: string;
	viewer: Viewer;
}

function Payout({ id, viewer }: DetailProps) {
	const [start] = useState(now);
	const query = useQuery(paymentQueries.detail("payout", id));
	if (!query.data) return query.error ? <ReadFault query={query} /> : <PaymentSkeleton />;
	return <PayoutView id={id} viewer={viewer} start={start} />;
}

function Deposit({ id, viewer }: DetailProps) {
	const [start] = useState(now);
	const query = useQuery(paymentQueries.detail("deposit", id));
	const operators = useQuery(operatorQueries.list());
	const payment = query.data;
	if (!payment || operators.isPending) return query.error ? <ReadFault query={query} /> : <PaymentSkeleton />;
	const operator = operators.data?.items.find(({ code }) => code === payment.operator);
	return (
		<DepositView
			id={id}
			dialCode={operator?.dialCode ?? null}
			windowMinutes={operator?.windowMinutes ?? null}
			viewer={viewer}
			start={start}
			qr={payment.paymentUrl || payment.qrCode ? <PaymentQr payment={payment} /> : null}
		/>
	);
}

function now(): string {
	return new Date().toISOString();
}

function subscribeWidth(listener: () => void): () => void {
	const query = matchMedia(WIDE);
	query.addEventListener("change", listener);
	return () => query.removeEventListener("change", listener);
}
