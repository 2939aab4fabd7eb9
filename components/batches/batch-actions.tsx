"use client";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { allowedActions, type BatchAction } from "#components/batches/allowed-actions.ts";
import { ApproveDialog } from "#components/batches/approve-dialog.tsx";
import { CopyDialog } from "#components/batches/copy-dialog.tsx";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { DownloadButton } from "#components/ui/menu/download-button.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { moneyMoved, type PaymentState } from "#lib/payment-state.ts";
import { batchFilePath, decideBatch, holdBatch } from "#lib/queries/batches.ts";

const DANGER: readonly BatchAction[] = ["reject", "cancel", "stop", "pause"];
const WITH_REASON: readonly BatchAction[] = ["reject", "send_back"];

export function BatchActions({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches.act");
	const texts = useTranslations("batches");
	const locale = useLocale();
	// A dialog keeps the batch that the person saw when it opened: the server refuses the action if the batch has changed since.
	const [open, setOpen] = useState<{ action: BatchAction; batch: Batch } | null>(null);
	const hasReceipts = Object.keys(batch.counts).some((state) => moneyMoved(state as PaymentState) !== "no");
	const actions = allowedActions(batch, viewer);
	return (
		<>
			{batch.requestedAt ? <ExportMenu path={batchFilePath(batch.id, "result")} query={{}} /> : null}
			{hasReceipts ? (
				<DownloadButton path={batchFilePath(batch.id, "receipts")} query={{ format: "pdf", locale }}>
					{texts("receipts")}
				</DownloadButton>
			) : null}
			{actions.map((action, place) => (
				<ReadyButton
					key={action}
					variant={DANGER.includes(action) ? "danger" : place === 0 ? "primary" : "secondary"}
					disabled={action === "request" && (batch.faultCount > 0 || batch.totals.length === 0)}
					onClick={() => setOpen({ action, batch })}
				>
					{t(action)}
				</ReadyButton>
			))}
			{open ? <BatchDialog {...open} onClose={() => setOpen(null)} /> : null}
		</>
	);
}

interface DialogProps<Action extends BatchAction> {
	batch: Batch;
	action: Action;
	onClose: () => void;
}

function BatchDialog({ action, ...props }: DialogProps<BatchAction>) {
	if (action === "approve") return <ApproveDialog {...props} />;
	if (action === "copy" || action === "again") return <CopyDialog action={action} {...props} />;
	return <ConfirmActionDialog action={action} {...props} />;
}

/** Asks to confirm an action on the batch. The server refuses it when the batch is no longer at the version shown here. */
function ConfirmActionDialog({
	batch,
	action,
	onClose,
}: DialogProps<Exclude<BatchAction, "again" | "approve" | "copy">>) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const show = useShowBatch();
	const count = batch.totals.reduce((sum, one) => sum + one.count, 0);
	const amount = batch.totals.map((total) => moneyText(total.amount, total.currency, locale)).join(" + ");
	return (
		<ReasonDialog
			texts={{
				title: t(`confirm.${action}Title`),
				body: t(`confirm.${action}`, { name: batch.name, count, amount, maker: batch.maker.name }),
				act: t(`act.${action}`),
				...(WITH_REASON.includes(action) ? { reason: t("reason") } : {}),
			}}
			danger={DANGER.includes(action)}
			shortest={1}
			act={(reason) =>
				action === "pause" || action === "resume" || action === "stop"
					? holdBatch(batch.id, action)
					: decideBatch(batch.id, { decision: action, version: batch.version, ...(reason ? { reason } : {}) })
			}
			onDone={(changed) => show(changed, t(`done.${action}`))}
			onClose={onClose}
		/>
	);
}
