"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { keepRows } from "#lib/batches/kept-rows.ts";
import type { Batch } from "#lib/contracts/batch.ts";
import { readUnpaidRows } from "#lib/queries/batches.ts";

/** Only rows that are proven unpaid: what is in doubt is never offered again. */
export function AgainDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
	const t = useTranslations("batches");
	const errorText = useErrorText();
	const router = useRouter();
	const again = useMutation({
		mutationFn: () => readUnpaidRows(batch.id),
		onSuccess: (rows) => {
			keepRows(sessionStorage, rows);
			router.push("/batches/new");
		},
	});
	return (
		<FormDialog
			title={t("confirm.againTitle")}
			action={t("act.again")}
			busy={again.isPending || again.isSuccess}
			fault={again.isError ? errorText(again.error) : null}
			onSubmit={() => again.mutate()}
			onClose={onClose}
		>
			<p>{t("confirm.again")}</p>
		</FormDialog>
	);
}
