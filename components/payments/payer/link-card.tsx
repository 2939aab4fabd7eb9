"use client";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { CopyButton, copyText } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import { isLeaving } from "#lib/payment-state.ts";

/** Sharing comes first, because the link is for the payer. */
export function LinkCard({ payment, qr }: { payment: Payment; qr: ReactNode }) {
	const t = useTranslations("deposits.link");
	const locale = useLocale();
	const router = useRouter();
	const url = payment.paymentUrl;
	// The service may return a QR code without a link.
	const isKnown = Boolean(url ?? payment.qrCode);
	const isDrawn = qr !== null;
	// When the link arrives while the page is open, the page is refreshed, because the server draws the QR code.
	useEffect(() => {
		if (isKnown && !isDrawn) router.refresh();
	}, [isKnown, isDrawn, router]);
	if (!isKnown && isLeaving(payment.state)) return <LinkComing />;
	if (!isKnown) return <p className="text-ink-2 text-sm">{t("none")}</p>;
	const amount = moneyText(payment.amount, payment.currency, locale);
	const code = qr ?? <Skeleton className="mx-auto size-[188px]" />;
	if (!url) return code;
	return (
		<>
			{code}
			<div className="flex h-[38px] items-center gap-1 rounded-md border border-line-strong pr-1 pl-3">
				<span className="code min-w-0 flex-1 truncate" title={url}>
					{url.replace(/^https?:\/\//, "")}
				</span>
				<CopyButton value={url} what={t("url")} />
			</div>
			<div className="grid grid-cols-2 gap-2">
				<ShareButton
					url={url}
					title={t("shareTitle", { amount })}
					text={t("shareText", { amount, operator: payment.operatorName })}
				/>
				<a href={url} target="_blank" rel="noopener noreferrer" title={t("openWhy")} className={buttonClass()}>
					{t("open")}
				</a>
			</div>
		</>
	);
}

function LinkComing() {
	const t = useTranslations("deposits.link");
	return (
		<>
			<Skeleton className="mx-auto size-[188px]" />
			<p role="status" className="flex h-[38px] items-center justify-center text-ink-2 text-sm">
				{t("coming")}
			</p>
			<Skeleton className="h-[34px]" />
		</>
	);
}

interface ShareButtonProps {
	url: string;
	title: string;
	text: string;
}

function ShareButton({ url, title, text }: ShareButtonProps) {
	const t = useTranslations("deposits.link");
	const common = useTranslations("common");
	const fail = () => toast(common("copyFailed"), "danger");
	async function share() {
		if (typeof navigator.share !== "function")
			return copyText(`${text} ${url}`).then(() => toast(t("messageCopied")), fail);
		// An AbortError means that the person closed the menu.
		return navigator
			.share({ url, title, text })
			.catch(({ name }: Error) => (name === "AbortError" ? undefined : fail()));
	}
	return (
		<Button variant="primary" onClick={() => void share()}>
			<Icon name="share-2" />
			{t("share")}
		</Button>
	);
}
