"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { resumeSending } from "#lib/queries/configuration.ts";
import { statusQueries } from "#lib/queries/status.ts";

/** The service refused our keys and sending stopped: an admin looks at the keys, then says go. */
export function SendingStop({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("settings.sending");
	const status = useQuery(statusQueries.now());
	const [isAsking, setAsking] = useState(false);
	const stoppedAt = status.data?.sendingStoppedAt;
	if (!stoppedAt) return null;
	return (
		<div className="mb-6">
			<Notice
				tone="danger"
				title={t.rich("title", { at: () => <Time at={stoppedAt} as="asOf" /> })}
				action={mayManage ? <Button onClick={() => setAsking(true)}>{t("resume")}</Button> : null}
			>
				{t("body")}
			</Notice>
			{isAsking ? <ResumeDialog onClose={() => setAsking(false)} /> : null}
		</div>
	);
}

function ResumeDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("settings.sending");
	const errorText = useErrorText();
	const client = useQueryClient();
	const resume = useMutation({
		mutationFn: resumeSending,
		onSuccess: async () => {
			toast(t("resumed"));
			await client.invalidateQueries({ queryKey: statusQueries.all });
			onClose();
		},
	});
	return (
		<FormDialog
			title={t("askTitle")}
			action={t("resume")}
			busy={resume.isPending}
			fault={resume.isError ? errorText(resume.error) : null}
			onSubmit={() => resume.mutate()}
			onClose={onClose}
		>
			<p>{t("askBody")}</p>
		</FormDialog>
	);
}
