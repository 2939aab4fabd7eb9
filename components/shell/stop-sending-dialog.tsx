import { useTranslations } from "next-intl";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { decideSending } from "#lib/queries/configuration.ts";

export default function StopSendingDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("common.stopSending");
	return (
		<ReasonDialog
			texts={{ title: t("title"), body: t("body"), act: t("act"), reason: t("reason"), hint: t("hint") }}
			danger
			act={(reason) => decideSending({ decision: "stop", reason })}
			onDone={() => toast(t("done"))}
			onClose={onClose}
		/>
	);
}
