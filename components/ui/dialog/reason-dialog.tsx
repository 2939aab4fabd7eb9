"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";

interface ReasonDialogProps<Answer> {
	texts: Record<"title" | "body" | "act" | "reason" | "hint" | "needed", string>;
	/** For an action that stops money. */
	danger?: boolean;
	act: (reason: string) => Promise<Answer>;
	/** Reports the result. */
	onDone: (answer: Answer) => void;
	onClose: () => void;
}

/** Asks for the reason of an action, which the audit log keeps; closes on success. */
export function ReasonDialog<Answer>({ texts, danger = false, act, onDone, onClose }: ReasonDialogProps<Answer>) {
	const errorText = useErrorText();
	const client = useQueryClient();
	const reason = useReason(SHORTEST_REASON);
	const done = useMutation({
		mutationFn: () => act(reason.text),
		onSuccess: async (answer) => {
			onDone(answer);
			onClose();
			await client.invalidateQueries();
		},
	});
	return (
		<FormDialog
			title={texts.title}
			action={texts.act}
			danger={danger}
			busy={done.isPending}
			fault={done.isError ? errorText(done.error) : null}
			onSubmit={() => reason.check() && done.mutate()}
			onClose={onClose}
		>
			<p>{texts.body}</p>
			<ReasonField label={texts.reason} hint={texts.hint} needed={texts.needed} {...reason.field} />
		</FormDialog>
	);
}
