"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangeWaits } from "#components/change-requests/use-change-waits.ts";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { acknowledgeMismatch } from "#lib/queries/configuration.ts";

/** `same`: the same database and service, now at another address. `other`: another database or another service. */
type Answer = "same" | "other";

export function DatabaseMismatch({ mismatch }: { mismatch: NonNullable<Configuration["mismatch"]> }) {
	const t = useTranslations("settings.mismatch");
	const toastChanged = useChangedToast();
	const waits = { same: useChangeWaits("service_address"), other: useChangeWaits("database_mismatch") };
	const [asked, setAsked] = useState<Answer | null>(null);
	const isSame = asked === "same";
	// While a machine's report of what it sent is or may be missing, every waiting payment may have left.
	const isEarly = mismatch.missing?.length !== 0;
	return (
		<div className="mb-6">
			<Notice
				tone={mismatch.heals ? "warning" : "danger"}
				title={t.rich("title", { at: () => <Time at={mismatch.at} as="asOf" /> })}
				action={
					<div className="flex flex-wrap gap-2">
						{mismatch.sameWallet && waits.same === false ? (
							<Button variant="primary" onClick={() => setAsked("same")}>
								{t("same.ask")}
							</Button>
						) : null}
						{waits.other === false ? <Button onClick={() => setAsked("other")}>{t("ask")}</Button> : null}
					</div>
				}
			>
				{t(`what.${mismatch.heals ? "moved" : mismatch.kind}`)} {mismatch.sameWallet ? t("same.what") : null}
			</Notice>
			<DescriptionList className="mt-4 max-w-[34rem]">
				<Description term={t("known")}>
					<Place entry={mismatch.knownEntry} at={mismatch.knownAt} />
				</Description>
				<Description term={t("newest")}>
					<Place entry={mismatch.newestEntry} at={mismatch.newestAt} />
				</Description>
				{mismatch.kind === "other_environment" ? null : (
					<Description term={t("missing")}>
						{mismatch.missing === null ? t("missingUnknown") : mismatch.missing.join(", ") || t("missingNone")}
					</Description>
				)}
			</DescriptionList>
			{asked ? (
				<ReasonDialog
					texts={{
						title: t(isSame ? "same.title" : "askTitle"),
						body: isSame ? t("same.body") : [t("askBody"), ...(isEarly ? [t("askEarly")] : [])].join(" "),
						act: t(isSame ? "same.act" : "act"),
						reason: t("reason"),
						hint: t("reasonHint"),
					}}
					act={(reason) => acknowledgeMismatch({ reason, ...(isSame ? { sameService: true } : {}) })}
					onDone={(answer) => toastChanged(answer, "")}
					onClose={() => setAsked(null)}
				/>
			) : null}
		</div>
	);
}

function Place({ entry, at }: { entry: string | null; at: string | null }) {
	const t = useTranslations("settings.mismatch");
	if (entry === null || at === null) return t("nothing");
	return (
		<>
			<Time at={at} as="moment" />
			<span className="block text-ink-2 text-xs">{t("entry", { entry })}</span>
		</>
	);
}
