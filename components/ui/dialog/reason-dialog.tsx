"use client";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
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
	const reason = useReason(texts.reason ? shortest : 0);
	const done = useRefetchingMutation({
		mutationFn: () => act(reason.text),
		onSuccess: (answer) => {
			onDone(answer);
			onClose();
		},
	});
	return (
		<FormDialog
			title={texts.title}
			action={texts.act}
			danger={danger}
			mutation={done}
			onSubmit={() => reason.check() && done.mutate()}
			onClose={onClose}
		>
			<p>{texts.body}</p>
			{texts.reason ? <ReasonField label={texts.reason} hint={texts.hint} {...reason.field} /> : null}
		</FormDialog>
	);
}
