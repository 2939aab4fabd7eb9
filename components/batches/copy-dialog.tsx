"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import type { Batch, BatchCopy } from "#lib/contracts/batch.ts";
import { copyBatch } from "#lib/queries/batches.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface CopyDialogProps {
	batch: Batch;
	/** `again`: copies only the rows that were definitely not paid. */
	action: "copy" | "again";
	onClose: () => void;
}

export function CopyDialog({ batch, action, onClose }: CopyDialogProps) {
	const t = useTranslations("batches");
	const router = useRouter();
	const key = useRef("");
	const [amounts, setAmounts] = useState<BatchCopy["amounts"]>("kept");
	const copy = useMutation({
		mutationFn: (name: string) => {
			key.current ||= crypto.randomUUID();
			const rows = action === "again" ? "unpaid" : "all";
			return copyBatch(batch.id, { name: name || batch.name, amounts, rows }, key.current);
		},
		onSuccess: ({ id }) => router.push(`/batches/${id}`),
	});
	return (
		<FormDialog
			title={t(`confirm.${action}Title`)}
			action={t(`act.${action}`)}
			mutation={{ isPending: copy.isPending || copy.isSuccess, error: copy.error }}
			onSubmit={(form) => copy.mutate(typedText(String(form.get("name") ?? "")))}
			onClose={onClose}
		>
			<p>{t(`confirm.${action}`, { name: batch.name })}</p>
			<Field label={t("column.name")}>
				<TextInput name="name" defaultValue={batch.name} maxLength={80} autoComplete="off" />
			</Field>
			{action === "copy" ? (
				<Segmented
					label={t("copyAmounts")}
					labelled
					value={amounts}
					options={[
						{ value: "kept", label: t("copyKept") },
						{ value: "emptied", label: t("copyEmptied") },
					]}
					onChange={setAmounts}
				/>
			) : null}
		</FormDialog>
	);
}
