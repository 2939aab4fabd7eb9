"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { mayEditRows } from "#components/batches/allowed-actions.ts";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { ExportMenu } from "#components/ui/menu/export-menu.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { Batch, RowsChange } from "#lib/contracts/batch.ts";
import { batchFilePath, changeBatchRows } from "#lib/queries/batches.ts";

export function DraftNotices({ batch, viewer }: { batch: Batch; viewer: Viewer }) {
	const t = useTranslations("batches");
	const show = useShowBatch();
	// The reason covers the duplicates that the person saw when the dialog opened: the server refuses it if the draft has changed since.
	const [open, setOpen] = useState<Pick<RowsChange, "rows" | "version"> | null>(null);
	const ask = (rows: RowsChange["rows"]) => setOpen({ rows, version: batch.version });
	const mayEdit = mayEditRows(batch, viewer);
	const { faultCount, repeatedCount, repeatedRows } = batch;
	const named = repeatedRows.join(", ") + (repeatedCount > repeatedRows.length ? " …" : "");
	return (
		<>
			{repeatedCount > 0 ? (
				<Notice
					tone="warning"
					title={t("notice.repeatedTitle", { count: repeatedCount })}
					action={
						mayEdit ? (
							<Button onClick={() => ask("repeated")}>{t("group.repeated", { count: repeatedCount })}</Button>
						) : null
					}
				>
					{t("notice.repeated", { count: repeatedCount, rows: named })}
				</Notice>
			) : null}
			{faultCount > 0 ? (
				<Notice
					tone="warning"
					title={t("notice.faultyTitle", { count: faultCount })}
					action={
						<>
							<ExportMenu path={batchFilePath(batch.id, "faults")} query={{}} label={t("faultyRows")} />
							{mayEdit ? <Button onClick={() => ask("faulty")}>{t("group.faulty")}</Button> : null}
						</>
					}
				>
					{t("notice.faulty")}
				</Notice>
			) : null}
			{open ? (
				<ReasonDialog
					texts={{
						...{ title: t(`group.${open.rows}Title`), body: t(`group.${open.rows}Why`), act: t("save") },
						...{ reason: t("reason"), hint: t("duplicateHint") },
					}}
					act={(reason) => changeBatchRows(batch.id, { ...open, reason })}
					onDone={(changed) => show(changed, t("group.done"))}
					onClose={() => setOpen(null)}
				/>
			) : null}
		</>
	);
}
