"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { reasonFault, SHORTEST_REASON } from "#lib/reason.ts";

interface ReasonDialogProps<Answer> {
	texts: Record<"title" | "body" | "act" | "reason" | "hint" | "needed", string>;
	act: (reason: string) => Promise<Answer>;
	/** Says what came of it. */
	onDone: (answer: Answer) => void;
	onClose: () => void;
}

/** Something is done with a reason that stays in the record: a dialog that asks for it, and is gone when it was taken. */
export function ReasonDialog<Answer>({ texts, act, onDone, onClose }: ReasonDialogProps<Answer>) {
	const errorText = useErrorText();
	const client = useQueryClient();
	const [reason, setReason] = useState("");
	const [tried, setTried] = useState(false);
	const fault = reasonFault(reason, SHORTEST_REASON);
	const done = useMutation({
		mutationFn: () => act(reason),
		onSuccess: async (answer) => {
			onDone(answer);
			onClose();
			await client.invalidateQueries();
		},
	});
	function submit() {
		setTried(true);
		if (!fault) done.mutate();
	}
	return (
		<FormDialog
			title={texts.title}
			action={texts.act}
			busy={done.isPending}
			fault={done.isError ? errorText(done.error) : null}
			onSubmit={submit}
			onClose={onClose}
		>
			<p>{texts.body}</p>
			<ReasonField
				label={texts.reason}
				hint={texts.hint}
				value={reason}
				onChange={setReason}
				fault={tried ? fault : null}
				needed={texts.needed}
			/>
		</FormDialog>
	);
}
