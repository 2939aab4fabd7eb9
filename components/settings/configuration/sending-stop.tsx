"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { decideSending } from "#lib/queries/configuration.ts";
import { statusQueries } from "#lib/queries/status.ts";

/** A person, or a refusal of our keys, stopped sending: an admin requests to resume, and a second one confirms. */
export function SendingStop({ mayManage }: { mayManage: boolean }) {
	const t = useTranslations("settings.sending");
	const tell = useChangedToast();
	const status = useQuery(statusQueries.now());
	const [isAsking, setAsking] = useState(false);
	const stoppedAt = status.data?.sendingStoppedAt;
	if (!stoppedAt) return null;
	const by = status.data?.sendingStoppedBy;
	return (
		<div className="mb-6">
			<Notice
				tone="danger"
				title={t.rich("title", { at: () => <Time at={stoppedAt} as="asOf" /> })}
				action={mayManage ? <Button onClick={() => setAsking(true)}>{t("resume")}</Button> : null}
			>
				{by ? t("bodyBy", by) : t("body")}
			</Notice>
			{isAsking ? (
				<ReasonDialog
					texts={{
						title: t("askTitle"),
						body: t("askBody"),
						act: t("resume"),
						reason: t("reason"),
						hint: t("reasonHint"),
						needed: t("reasonNeeded"),
					}}
					act={(reason) => decideSending({ decision: "resume", reason })}
					onDone={(answer) => tell(answer, t("resumed"))}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}
