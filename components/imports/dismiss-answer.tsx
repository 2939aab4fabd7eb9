"use client";
/** Somebody has found out whose answer it is, and says so: it is shown no more, and the record keeps it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/textarea.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorWords } from "#components/ui/use-error-words.ts";
import { resolveOrphanAnswer } from "#lib/queries/orphan-answers.ts";

const SHORTEST_REASON = 10;

export function DismissAnswer({ id, onClose }: { id: string; onClose: () => void }) {
	const t = useTranslations("imports.answers");
	const common = useTranslations("common");
	const words = useErrorWords();
	const client = useQueryClient();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const dismiss = useMutation({
		mutationFn: () => resolveOrphanAnswer({ id, request: { action: "dismiss", reason } }),
		onSuccess: async () => {
			toast(t("done.dismiss"));
			onClose();
			await client.invalidateQueries();
		},
		onError: (error) => setFault(words(error)),
	});
	const act = () => {
		if (reason.trim().length < SHORTEST_REASON) return setFault(t("reasonNeeded"));
		setFault(null);
		dismiss.mutate();
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("dismissTitle")}
			actions={
				<>
					<Button variant="primary" busy={dismiss.isPending} onClick={act}>
						{t("dismissAct")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<span className="mb-3 block">{t("dismissBody")}</span>
			<Field label={t("reason")} hint={t("reasonHint")} error={fault}>
				<Textarea value={reason} maxLength={280} onChange={(event) => setReason(event.target.value)} />
			</Field>
		</Dialog>
	);
}
