"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { changeFinalFailure, serviceRecordQueries } from "#lib/queries/service-record.ts";

interface FinalFailureDialogProps {
	status: string;
	isListed: boolean;
	onClose: () => void;
}

/** An admin types the status again to list it as a failure, because a wrong listing would show paid money as "not paid". */
export function FinalFailureDialog({ status, isListed, onClose }: FinalFailureDialogProps) {
	const t = useTranslations("serviceRecord.dialog");
	const client = useQueryClient();
	const toastChanged = useChangedToast();
	const [typed, setTyped] = useState("");
	const part = isListed ? "unlist" : "list";
	const save = useMutation({
		mutationFn: changeFinalFailure,
		onSuccess: (answer) => {
			toastChanged(answer, t(`${part}.done`, { word: status }));
			onClose();
		},
		onSettled: () => client.invalidateQueries({ queryKey: serviceRecordQueries.all }),
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
