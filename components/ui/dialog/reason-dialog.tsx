"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";

interface ReasonDialogProps<Answer> {
	/** Texts of the dialog. Without `reason`, the dialog asks for no reason. */
	texts: Record<"title" | "body" | "act", string> & { reason?: string; hint?: string };
	danger?: boolean;
	/** The minimum length of the reason, in characters. */
	shortest?: number;
	act: (reason: string) => Promise<Answer>;
	onDone: (answer: Answer) => void;
	onClose: () => void;
}

export function ReasonDialog<Answer>(props: ReasonDialogProps<Answer>) {
	const { texts, danger = false, shortest = SHORTEST_REASON, act, onDone, onClose } = props;
	const errorText = useErrorText();
	const client = useQueryClient();
	const reason = useReason(texts.reason ? shortest : 0);
	const done = useMutation({
		mutationFn: () => act(reason.text),
		onSuccess: (answer) => {
			onDone(answer);
			onClose();
		},
		// Refetches also after a refusal, because another person may have decided first.
		onSettled: () => client.invalidateQueries(),
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
			{texts.reason ? <ReasonField label={texts.reason} hint={texts.hint} {...reason.field} /> : null}
		</FormDialog>
	);
}
