"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { changeFinalFailure } from "#lib/queries/service-record.ts";

interface FinalFailureDialogProps {
	status: string;
	isListed: boolean;
	onClose: () => void;
}

/** An admin types the status again to list it as a failure, because a wrong listing would show paid money as "not paid". */
export function FinalFailureDialog({ status, isListed, onClose }: FinalFailureDialogProps) {
	const t = useTranslations("serviceRecord.dialog");
	const [typed, setTyped] = useState("");
	const part = isListed ? "unlist" : "list";
	const save = useSettingChange(changeFinalFailure, {
		saved: t(`${part}.done`, { word: status }),
		onDone: onClose,
	});
	const isSame = typed === status;
	return (
		<FormDialog
			title={t(`${part}.title`, { word: status })}
			action={t(`${part}.action`)}
			disabled={!isSame}
			mutation={save}
			onSubmit={() => save.mutate({ status, listed: !isListed, confirmation: typed })}
			onClose={onClose}
		>
			<p className="text-sm">{t(`${part}.body`, { word: status })}</p>
			<Field label={t("typeIt", { word: status })}>
				<TextInput
					value={typed}
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</Field>
		</FormDialog>
	);
}
