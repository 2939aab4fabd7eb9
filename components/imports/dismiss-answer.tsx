"use client";
/** Somebody has found out whose answer it is, and says so: it is shown no more, and the record keeps it. */
import { useTranslations } from "next-intl";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { resolveOrphanAnswer } from "#lib/queries/orphan-answers.ts";

export function DismissAnswer({ id, onClose }: { id: string; onClose: () => void }) {
	const t = useTranslations("imports.answers");
	return (
		<ReasonDialog
			texts={{
				title: t("dismissTitle"),
				body: t("dismissBody"),
				act: t("dismissAct"),
				reason: t("reason"),
				hint: t("reasonHint"),
				needed: t("reasonNeeded"),
			}}
			onDone={() => toast(t("done.dismiss"))}
			act={(reason) => resolveOrphanAnswer({ id, request: { action: "dismiss", reason } })}
			onClose={onClose}
		/>
	);
}
