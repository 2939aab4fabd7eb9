"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { AgainDialog } from "#components/batches/again-dialog.tsx";
import { ApproveDialog } from "#components/batches/approve-dialog.tsx";
import { type BatchAct, batchActs } from "#components/batches/batch-acts.ts";
import { CopyDialog } from "#components/batches/copy-dialog.tsx";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import { withQuery } from "#lib/api.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { moneyMoved, type PaymentState } from "#lib/payment-state.ts";
import { batchFilePath, batchQueries, decideBatch, holdBatch } from "#lib/queries/batches.ts";

const DANGER: readonly BatchAct[] = ["reject", "cancel", "stop", "pause"];
const WITH_REASON: readonly BatchAct[] = ["reject", "send_back"];

export function BatchActions({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches.act");
	const texts = useTranslations("batches");
	// A click before hydration would be lost.
	const isReady = useHydrated();
	const locale = useLocale();
	const [open, setOpen] = useState<BatchAct | null>(null);
	const hasReceipts = Object.keys(batch.counts).some((state) => moneyMoved(state as PaymentState) !== "no");
	const acts = batchActs(batch, viewer);
	return (
		<>
			{batch.requestedAt ? <ExportMenu path={batchFilePath(batch.id, "result")} query={{}} /> : null}
			{hasReceipts ? (
				<a
					href={withQuery(batchFilePath(batch.id, "receipts"), { format: "pdf", locale })}
					download
					className={buttonClass()}
				>
					{texts("receipts")}
				</a>
			) : null}
			{acts.map((act, place) => (
				<Button
					key={act}
					variant={DANGER.includes(act) ? "danger" : place === 0 ? "primary" : "secondary"}
					disabled={!isReady || (act === "request" && (batch.faultCount > 0 || batch.totals.length === 0))}
					onClick={() => setOpen(act)}
				>
					{t(act)}
				</Button>
			))}
			{open === "again" ? <AgainDialog batch={batch} onClose={() => setOpen(null)} /> : null}
			{open === "approve" ? <ApproveDialog batch={batch} onClose={() => setOpen(null)} /> : null}
			{open === "copy" ? <CopyDialog batch={batch} onClose={() => setOpen(null)} /> : null}
			{open && open !== "again" && open !== "approve" && open !== "copy" ? (
				<ActDialog batch={batch} act={open} onClose={() => setOpen(null)} />
			) : null}
		</>
	);
}

interface ActDialogProps {
	batch: Batch;
	act: Exclude<BatchAct, "again" | "approve" | "copy">;
	onClose: () => void;
}

/** Bound to the version shown. */
function ActDialog({ batch, act, onClose }: ActDialogProps) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const errorText = useErrorText();
	const client = useQueryClient();
	const reason = useReason(WITH_REASON.includes(act) ? 1 : 0);
	const done = useMutation({
		mutationFn: () =>
			act === "pause" || act === "resume" || act === "stop"
				? holdBatch(batch.id, act)
				: decideBatch(batch.id, {
						decision: act,
						version: batch.version,
						...(reason.text ? { reason: reason.text } : {}),
					}),
		onSuccess: (changed) => {
			client.setQueryData(batchQueries.detail(batch.id).queryKey, changed);
			toast(t(`done.${act}`));
			onClose();
		},
		// Also after a refusal: another person may have decided first.
		onSettled: () => client.invalidateQueries({ queryKey: batchQueries.all }),
	});
	const count = batch.totals.reduce((sum, one) => sum + one.count, 0);
	const amount = batch.totals.map((total) => moneyText(total.amount, total.currency, locale)).join(" + ");
	return (
		<FormDialog
			title={t(`confirm.${act}Title`)}
			action={t(`act.${act}`)}
			danger={DANGER.includes(act)}
			busy={done.isPending}
			fault={done.isError ? errorText(done.error) : null}
			onSubmit={() => reason.check() && done.mutate()}
			onClose={onClose}
		>
			<p>{t(`confirm.${act}`, { name: batch.name, count, amount, maker: batch.maker.name })}</p>
			{WITH_REASON.includes(act) ? (
				<ReasonField label={t("reason")} needed={t("reasonNeeded")} {...reason.field} />
			) : null}
		</FormDialog>
	);
}
