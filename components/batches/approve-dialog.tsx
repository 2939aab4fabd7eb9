"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import { EarlierPayouts } from "#components/payments/earlier-payouts.tsx";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { ApiError } from "#lib/api.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";
import { batchQueries, decideBatch } from "#lib/queries/batches.ts";

/** Each duplicate needs a request of its own. */
const SHOWN_AT_ONCE = 20;

export function ApproveDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const show = useShowBatch();
	const reason = useReason(SHORTEST_REASON);
	const done = useRefetchingMutation({
		mutationFn: (twins: readonly string[]) =>
			decideBatch(batch.id, {
				...{ decision: "approve", version: batch.version },
				...(twins.length > 0 ? { duplicate: { of: [...twins], reason: reason.text } } : {}),
			}),
		onSuccess: (changed) => {
			show(changed, t("done.approve"));
			onClose();
		},
	});
	const twins = done.error instanceof ApiError && done.error.code === "duplicate_suspected" ? done.error.payments : [];
	// Duplicates that a later refusal names are shown anew.
	const [opened, setShown] = useState({ of: twins, count: SHOWN_AT_ONCE });
	const shown = opened.of === twins ? opened : { of: twins, count: SHOWN_AT_ONCE };
	const details = useQuery(batchQueries.details(batch.id)).data;
	const bar = details && (["blocked", "overLimit"] as const).find((name) => details[name].count > 0);
	const { totals = [] } = batch.approval ?? {};
	const count = totals.reduce((sum, one) => sum + one.count, 0);
	const amount = totals.map((total) => moneyText(total.amount, total.currency, locale)).join(" + ");
	return (
		<FormDialog
			title={t("confirm.approveTitle")}
			action={t("act.approve")}
			mutation={done}
			isErrorInside={twins.length > 0}
			disabled={twins.length > shown.count}
			onSubmit={() => (twins.length === 0 || reason.check()) && done.mutate(twins)}
			onClose={onClose}
		>
			<p>{t("confirm.approve", { name: batch.name, count, amount })}</p>
			{bar ? <Notice tone="danger">{t(`details.${bar}`, { count: details[bar].count })}</Notice> : null}
			{twins.length > 0 ? (
				<NewDuplicates
					ids={twins}
					shown={shown.count}
					onMore={() => setShown({ of: twins, count: shown.count + SHOWN_AT_ONCE })}
				>
					<ReasonField label={t("duplicateReason")} hint={t("duplicateHint")} {...reason.field} />
				</NewDuplicates>
			) : null}
		</FormDialog>
	);
}

interface NewDuplicatesProps {
	ids: readonly string[];
	shown: number;
	onMore: () => void;
	/** The field for the reason. It appears once all are shown, because the reason covers all. */
	children: ReactNode;
}

/** Exported for its test. */
export function NewDuplicates({ ids, shown, onMore, children }: NewDuplicatesProps) {
	const t = useTranslations("batches");
	const hidden = ids.length - shown;
	return (
		<>
			<Notice tone="warning" urgent>
				{t("approveDuplicates", { count: ids.length })}
			</Notice>
			<EarlierPayouts ids={ids.slice(0, shown)} />
			{hidden > 0 ? (
				<>
					<p className="text-ink-2 text-sm">{t("hiddenDuplicates", { count: hidden })}</p>
					<Button onClick={onMore}>{t("showDuplicates", { count: Math.min(hidden, SHOWN_AT_ONCE) })}</Button>
				</>
			) : (
				children
			)}
		</>
	);
}
