"use client";
import { useTranslations } from "next-intl";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { formatPhone } from "#lib/phone.ts";
import { blockNumber } from "#lib/queries/recipients.ts";

export function BlockDialog({ number, onClose }: { number: string; onClose: () => void }) {
	const t = useTranslations("recipients");
	const shown = formatPhone(number);
	return (
		<ReasonDialog
			texts={{
				...{ title: t("blockTitle", { number: shown }), body: t("blockWhy"), act: t("block") },
				...{ reason: t("reason"), hint: t("reasonHint") },
			}}
			danger
			act={(reason) => blockNumber({ number, reason })}
			onDone={() => toast(t("blocked", { number: shown }))}
			onClose={onClose}
		/>
	);
}
