"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChangeTable } from "#components/change-requests/change-table.tsx";
import type { ChangeRow } from "#components/change-requests/use-change-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
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

/** Before and after once more, what the word does, and the word itself. */
export function DecideDialog({ request, title, rows, decision, onClose }: DecideDialogProps) {
	const t = useTranslations("changes");
	const common = useTranslations("common");
	const errorText = useErrorText();
	const client = useQueryClient();
	const decide = useMutation({
		mutationFn: () => decideChange({ id: request.id, decision }),
		onSuccess: ({ state }) => {
			toast(t(state === "void" ? "done.void" : `done.${decision}`, { title }));
			onClose();
		},
		// A confirmed change is another rule, another member, another state of the desk.
		onSettled: () => client.invalidateQueries(),
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={t(`ask.${decision}`)}
			actions={
				<>
					<Button variant="primary" busy={decide.isPending} onClick={() => decide.mutate()}>
						{t(decision)}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<p className="wrap-anywhere mb-3 font-[560]">{title}</p>
			<ChangeTable rows={rows} />
			<p className="mt-4 text-ink-2 text-sm">{t(`why.${decision}`, { name: request.askedBy.name })}</p>
			{request.justCame && decision === "confirm" ? (
				<p className="mt-2 text-sm">{t("justCame", { name: request.memberName ?? "" })}</p>
			) : null}
			{decide.isError ? (
				<Notice tone="danger" urgent className="mt-4">
					{errorText(decide.error)}
				</Notice>
			) : null}
		</Dialog>
	);
}
