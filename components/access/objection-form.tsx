"use client";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OpenedLink } from "#components/access/opened-link.tsx";
import { ChangeTable } from "#components/change-requests/change-table.tsx";
import { useChangeText } from "#components/change-requests/use-change-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import { stopByLink } from "#lib/queries/change-requests.ts";

export function ObjectionForm() {
	const t = useTranslations("objection");
	return (
		<OpenedLink<{ change: ChangeRequest | null }> of="objection" over={t("over")}>
			{({ change }, token) => (change ? <Objection token={token} change={change} /> : null)}
		</OpenedLink>
	);
}

function Objection({ token, change }: { token: string; change: ChangeRequest }) {
	const t = useTranslations("objection");
	const errorText = useErrorText();
	const { title, rows, asker } = useChangeText()(change);
	const stop = useMutation({ mutationFn: () => stopByLink(token) });
	if (stop.isSuccess) return <Notice tone="positive">{t("done")}</Notice>;
	return (
		<Card className="grid gap-4">
			<h2 className="wrap-anywhere font-semibold text-md">{title}</h2>
			<p className="wrap-anywhere text-sm">{t("lead", { name: asker })}</p>
			<ChangeTable rows={rows} />
			{change.note ? <p className="wrap-anywhere text-ink-2 text-sm">{change.note}</p> : null}
			<FaultNotice>{stop.error ? errorText(stop.error) : null}</FaultNotice>
			<Button variant="primary" size="lg" busy={stop.isPending} onClick={() => stop.mutate()}>
				{t("act")}
			</Button>
		</Card>
	);
}
