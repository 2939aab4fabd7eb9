"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Batch, RowsChange } from "#lib/contracts/batch.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";
import { batchQueries, changeBatchRows } from "#lib/queries/batches.ts";

interface GroupDialogProps {
	batch: Batch;
	rows: RowsChange["rows"];
	onClose: () => void;
}

/** One typed reason for every row that repeats another payout, or for leaving out every row that cannot be sent. */
export function GroupDialog({ batch, rows, onClose }: GroupDialogProps) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const client = useQueryClient();
	const reason = useReason(SHORTEST_REASON);
	const change = useMutation({
		mutationFn: () => changeBatchRows(batch.id, { rows, reason: reason.text, version: batch.version }),
		onSuccess: (changed) => {
			client.setQueryData(batchQueries.detail(batch.id).queryKey, changed);
			toast(t("group.done"));
			onClose();
		},
		onSettled: () => client.invalidateQueries({ queryKey: batchQueries.all }),
	});
	return (
		<FormDialog
			title={t(`group.${rows}Title`)}
			action={t("save")}
			busy={change.isPending}
			fault={change.isError ? errorText(change.error) : null}
			onSubmit={() => reason.check() && change.mutate()}
			onClose={onClose}
		>
			<p>{t(`group.${rows}Why`)}</p>
			<ReasonField label={t("reason")} hint={t("duplicateHint")} needed={t("reasonNeeded")} {...reason.field} />
		</FormDialog>
	);
}
