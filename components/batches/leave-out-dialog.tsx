"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { batchQueries, decideBatch } from "#lib/queries/batches.ts";

interface LeaveOutDialogProps {
	batch: Batch;
	rows: readonly number[];
	onDone: () => void;
	onClose: () => void;
}

/** An approver leaves these rows out; the others are approved again. */
export default function LeaveOutDialog({ batch, rows, onDone, onClose }: LeaveOutDialogProps) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const client = useQueryClient();
	const reason = useReason(1);
	const leave = useMutation({
		mutationFn: () =>
			decideBatch(batch.id, { decision: "reject", version: batch.version, rows: [...rows], reason: reason.text }),
		onSuccess: (changed) => {
			client.setQueryData(batchQueries.detail(batch.id).queryKey, changed);
			toast(t("leaveOutRows.done"));
			onDone();
		},
		onSettled: () => client.invalidateQueries({ queryKey: batchQueries.all }),
	});
	return (
		<FormDialog
			title={t("leaveOutRows.title", { count: rows.length })}
			action={t("leaveOutRows.act", { count: rows.length })}
			danger
			busy={leave.isPending}
			fault={leave.isError ? errorText(leave.error) : null}
			onSubmit={() => reason.check() && leave.mutate()}
			onClose={onClose}
		>
			<p>{t("leaveOutRows.why")}</p>
			<ReasonField label={t("reason")} needed={t("reasonNeeded")} {...reason.field} />
		</FormDialog>
	);
}
