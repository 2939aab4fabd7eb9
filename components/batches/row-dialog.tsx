"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { RowFaults, useFaultText } from "#components/batches/row-faults.tsx";
import { RowFields } from "#components/batches/row-fields.tsx";
import { useShowBatch } from "#components/batches/use-show-batch.ts";
import { EarlierPayouts } from "#components/payments/earlier-payouts.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Checkbox } from "#components/ui/fields/checkbox.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ROW_FIELDS, type RowField } from "#lib/batches/recognise-columns.ts";
import { rowAmount } from "#lib/batches/row-amount.ts";
import type { Batch, BatchRow, RowChange } from "#lib/contracts/batch.ts";
import { changeBatchRow } from "#lib/queries/batches.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface RowDialogProps {
	batch: Batch;
	row: BatchRow;
	onClose: () => void;
}

export default function RowDialog({ batch, row, onClose }: RowDialogProps) {
	const t = useTranslations("batches");
	const faultText = useFaultText();
	const show = useShowBatch();
	const [isLeftOut, setLeftOut] = useState(row.leftOut !== null);
	const twins = row.faults.filter(({ field }) => field === null);
	const asksDuplicate = twins.length > 0 || row.duplicateReason !== null;
	const faultOf = (name: RowField) =>
		row.faults
			.filter(({ field }) => field === name)
			.map(faultText)
			.join(" · ");
	const save = useRefetchingMutation({
		mutationFn: (change: RowChange) => changeBatchRow(batch.id, row.n, change),
		onSuccess: (changed) => {
			show(changed);
			onClose();
		},
	});
	const submit = (form: FormData) => {
		const text = (name: string) => typedText(String(form.get(name) ?? ""));
		const cells = Object.fromEntries(ROW_FIELDS.map((field) => [field, text(field)]));
		const amount = rowAmount({ amount: text("amount"), currency: text("currency") }) ?? text("amount");
		save.mutate({
			version: row.version,
			...(isLeftOut ? { leftOut: text("leftOut") || t("leftOutDefault") } : { ...cells, amount, leftOut: null }),
			...(asksDuplicate && !isLeftOut ? { duplicateReason: text("duplicateReason") || null } : {}),
		});
	};
	return (
		<FormDialog
			title={t("rowTitle", { n: row.n })}
			action={t("save")}
			mutation={save}
			onSubmit={submit}
			onClose={onClose}
		>
			<RowFaults faults={twins} warnings={row.warnings} />
			<EarlierPayouts ids={twins.flatMap(({ payments = [] }) => payments)} />
			<Checkbox label={t("leaveOut")} checked={isLeftOut} onChange={(event) => setLeftOut(event.target.checked)} />
			{isLeftOut ? (
				<Field label={t("leftOutReason")}>
					<TextInput name="leftOut" defaultValue={row.leftOut ?? ""} maxLength={280} />
				</Field>
			) : null}
			{/* Hides the fields but keeps them, so that typed text is there again when the row is not left out after all. */}
			<fieldset hidden={isLeftOut} disabled={isLeftOut} className="contents">
				<RowFields row={row} faultOf={faultOf} />
				{asksDuplicate ? (
					<Field label={t("duplicateReason")} hint={t("duplicateHint")}>
						<TextInput name="duplicateReason" defaultValue={row.duplicateReason ?? ""} maxLength={280} />
					</Field>
				) : null}
			</fieldset>
		</FormDialog>
	);
}
