"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChangeTable } from "#components/change-requests/change-table.tsx";
import type { ChangeRow } from "#components/change-requests/use-change-text.ts";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { ChangeDecision, ChangeRequest } from "#lib/contracts/change-request.ts";
import { decideChange } from "#lib/queries/change-requests.ts";

interface DecideDialogProps {
	request: ChangeRequest;
	title: string;
	rows: readonly ChangeRow[];
	decision: ChangeDecision;
	onClose: () => void;
}

export function DecideDialog({ request, title, rows, decision, onClose }: DecideDialogProps) {
	const t = useTranslations("changes");
	const errorText = useErrorText();
	const client = useQueryClient();
	const decide = useMutation({
		mutationFn: () => decideChange({ id: request.id, decision }),
		onSuccess: ({ state }) => {
			toast(t(state === "void" ? "done.void" : `done.${decision}`, { title }));
			onClose();
		},
		// A confirmed change may affect rules, members or the desk's state.
		onSettled: () => client.invalidateQueries(),
	});
	return (
		<FormDialog
			title={t(`ask.${decision}`)}
			action={t(decision)}
			busy={decide.isPending}
			fault={decide.isError ? errorText(decide.error) : null}
			onSubmit={() => decide.mutate()}
			onClose={onClose}
		>
			<p className="wrap-anywhere font-[560]">{title}</p>
			<ChangeTable rows={rows} />
			<p className="text-ink-2 text-sm">{t(`why.${decision}`, { name: request.askedBy.name })}</p>
			{request.byProvider && decision === "confirm" ? (
				<p className="text-sm">{t("byProvider", { name: request.memberName ?? "" })}</p>
			) : null}
			{request.justCame && decision === "confirm" ? (
				<p className="text-sm">{t("justCame", { name: request.memberName ?? "" })}</p>
			) : null}
		</FormDialog>
	);
}
