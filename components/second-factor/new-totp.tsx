"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { FactorField } from "#components/second-factor/factor-field.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { QrDrawing } from "#components/ui/qr-drawing.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { TotpEnrolment } from "#lib/contracts/second-factor.ts";
import { askNewTotp, confirmTotp, type Enrolment } from "#lib/queries/second-factor.ts";

export function NewTotp({ onAdded }: { onAdded: (enrolment: Enrolment) => void }) {
	const [t, common] = [useTranslations("secondFactor.totp"), useTranslations("common")];
	const errorText = useFactorErrorText();
	const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null);
	const [code, setCode] = useState("");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const ask = useCallback(() => void askNewTotp().then(setEnrolment, setError), []);
	useEffect(ask, [ask]);
	function askAgain() {
		setError(null);
		ask();
	}
	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setError(null);
		try {
			onAdded(await confirmTotp(code));
		} catch (thrown) {
			setError(thrown);
			setCode("");
		}
		setBusy(false);
	}
	return (
		<form method="post" onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
			<p className="text-ink-2 text-sm">{t("why")}</p>
			{enrolment ? (
				<div className="grid gap-2">
					<QrDrawing qr={enrolment.qr} label={t("picture")} />
					<p className="text-center text-ink-2 text-xs">{t("orType")}</p>
					<p className="flex items-center justify-center gap-1">
						<span className="select-all text-center tabular-nums font-medium text-sm">
							{enrolment.text.match(/.{1,4}/g)?.join(" ")}
						</span>
						<CopyButton value={enrolment.text} what={t("secret")} />
					</p>
				</div>
			) : error ? (
				<Button onClick={askAgain} className="justify-self-center">
					{common("retry")}
				</Button>
			) : (
				<Skeleton className="mx-auto size-[188px]" />
			)}
			<FactorField method="totp" value={code} onChange={setCode} />
			<FaultNotice>{error ? errorText(error) : null}</FaultNotice>
			<Button type="submit" variant="primary" size="lg" busy={busy} disabled={!enrolment}>
				{t("confirm")}
			</Button>
		</form>
	);
}
