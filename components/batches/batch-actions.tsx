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
import { toast } from "#components/ui/toast.tsx";
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
	const [open, setOpen] = useState<BatchAction | null>(null);
	const hasReceipts = Object.keys(batch.counts).some((state) => moneyMoved(state as PaymentState) !== "no");
	const acts = allowedActions(batch, viewer);
	return (
		<>
			{batch.requestedAt ? <ExportMenu path={batchFilePath(batch.id, "result")} query={{}} /> : null}
			{hasReceipts ? (
				<DownloadButton path={batchFilePath(batch.id, "receipts")} query={{ format: "pdf", locale }}>
					{texts("receipts")}
				</DownloadButton>
			) : null}
			{acts.map((act, place) => (
				<ReadyButton
					key={act}
					variant={DANGER.includes(act) ? "danger" : place === 0 ? "primary" : "secondary"}
					disabled={act === "request" && (batch.faultCount > 0 || batch.totals.length === 0)}
					onClick={() => setOpen(act)}
				>
					{t(act)}
				</ReadyButton>
			))}
			{open ? <BatchDialog batch={batch} act={open} onClose={() => setOpen(null)} /> : null}
		</>
	);
}

interface DialogProps<Act extends BatchAction> {
	batch: Batch;
	act: Act;
	onClose: () => void;
}

function BatchDialog({ act, ...props }: DialogProps<BatchAction>) {
	if (act === "approve") return <ApproveDialog {...props} />;
	if (act === "copy" || act === "again") return <CopyDialog act={act} {...props} />;
	return <ActDialog act={act} {...props} />;
}

/** Asks to confirm an act on the batch. The server refuses it when the batch is no longer at the version shown here. */
function ActDialog({ batch, act, onClose }: DialogProps<Exclude<BatchAction, "again" | "approve" | "copy">>) {
	const t = useTranslations("batches");
	const locale = useLocale();
	const show = useShowBatch();
	const count = batch.totals.reduce((sum, one) => sum + one.count, 0);
	const amount = batch.totals.map((total) => moneyText(total.amount, total.currency, locale)).join(" + ");
	return (
		<ReasonDialog
			texts={{
				title: t(`confirm.${act}Title`),
				body: t(`confirm.${act}`, { name: batch.name, count, amount, maker: batch.maker.name }),
				act: t(`act.${act}`),
				...(WITH_REASON.includes(act) ? { reason: t("reason") } : {}),
			}}
			danger={DANGER.includes(act)}
			shortest={1}
			act={(reason) =>
				act === "pause" || act === "resume" || act === "stop"
					? holdBatch(batch.id, act)
					: decideBatch(batch.id, { decision: act, version: batch.version, ...(reason ? { reason } : {}) })
			}
			onDone={(changed) => {
				show(changed);
				toast(t(`done.${act}`));
			}}
			onClose={onClose}
		/>
	);
}
