"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
/** Something is closed with a reason: a dialog that asks for it, and is gone when it was taken. */
import { typedSentences } from "#lib/typed-text.ts";

const SHORTEST_REASON = 10;
const LONGEST_REASON = 280;

export function ReasonDialog(props: {
	texts: Record<"title" | "body" | "act" | "reason" | "hint" | "needed" | "done", string>;
	close: (reason: string) => Promise<void>;
	onClose: () => void;
}) {
	const { texts, close, onClose } = props;
	const common = useTranslations("common");
	const errorText = useErrorText();
	const client = useQueryClient();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const closing = useMutation({
		mutationFn: () => close(reason),
		onSuccess: async () => {
			toast(texts.done);
			onClose();
			await client.invalidateQueries();
		},
		onError: (error) => setFault(errorText(error)),
	});
	const act = () => {
		if (typedSentences(reason).length < SHORTEST_REASON) return setFault(texts.needed);
		setFault(null);
		closing.mutate();
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={texts.title}
			actions={
				<>
					<Button variant="primary" busy={closing.isPending} onClick={act}>
						{texts.act}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<span className="mb-3 block">{texts.body}</span>
			<Field label={texts.reason} hint={texts.hint} error={fault}>
				<Textarea value={reason} maxLength={LONGEST_REASON} onChange={(event) => setReason(event.target.value)} />
			</Field>
		</Dialog>
	);
}
