"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Member } from "#lib/contracts/member.ts";
import { changeRequestQueries } from "#lib/queries/change-requests.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { resetSecondFactor } from "#lib/queries/second-factor.ts";

/** For who lost phone and recovery codes: the next sign-in is by password, and sets a new one up where the desk asks. */
export function ResetFactor({ member, onClose }: { member: Member; onClose: () => void }) {
	const t = useTranslations("members");
	const errorText = useErrorText();
	const tell = useChangedToast();
	const client = useQueryClient();
	const reset = useMutation({
		mutationFn: () => resetSecondFactor(member.id),
		onSuccess: (asked) => {
			tell(asked ?? {}, t("factorReset", { name: member.name }));
			void client.invalidateQueries({ queryKey: changeRequestQueries.all });
			onClose();
		},
		onError: (error) => toast(errorText(error)),
		onSettled: () => client.invalidateQueries({ queryKey: memberQueries.all }),
	});
	return (
		<div className="grid justify-items-start gap-2 border-line border-t pt-4">
			<Button variant="danger" busy={reset.isPending} onClick={() => reset.mutate()}>
				{t("resetFactor")}
			</Button>
			<p className="text-ink-2 text-xs">{t("resetFactorHint")}</p>
		</div>
	);
}
