"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { Button } from "#components/ui/button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { acknowledgeDoubt } from "#lib/queries/configuration.ts";
/** The database is not the one that this desk knows: what is known, what it means, and the word of an admin to go on. */
import { typedText } from "#lib/typed-text.ts";

type Kind = Exclude<NonNullable<Configuration["doubt"]>["kind"], "wallet_unproved">;
type Doubt = NonNullable<Configuration["doubt"]>;

export function DatabaseDoubt({ doubt, mayManage }: { doubt: Doubt; mayManage: boolean }) {
	const t = useTranslations("settings.doubt");
	const [isAsking, setAsking] = useState(false);
	return (
		<div className="mb-6">
			<Notice
				tone="danger"
				title={t.rich("title", { at: () => <Time at={doubt.at} as="asOf" /> })}
				action={mayManage ? <Button onClick={() => setAsking(true)}>{t("ask")}</Button> : null}
			>
				{t(`what.${doubt.kind as Kind}`)}
			</Notice>
			<DescriptionList className="mt-4 max-w-[34rem]">
				<Description term={t("known")}>
					<Place entry={doubt.knownEntry} at={doubt.knownAt} />
				</Description>
				<Description term={t("newest")}>
					<Place entry={doubt.newestEntry} at={doubt.newestAt} />
				</Description>
			</DescriptionList>
			{isAsking ? <AcknowledgeDialog onClose={() => setAsking(false)} /> : null}
		</div>
	);
}

function Place({ entry, at }: { entry: string | null; at: string | null }) {
	const t = useTranslations("settings.doubt");
	if (entry === null || at === null) return t("nothing");
	return (
		<>
			<Time at={at} as="moment" />
			<span className="block text-ink-2 text-xs">{t("entry", { entry })}</span>
		</>
	);
}

const SHORTEST_REASON = 10;

function AcknowledgeDialog({ onClose }: { onClose: () => void }) {
	const t = useTranslations("settings.doubt");
	const common = useTranslations("common");
	const errorText = useErrorText();
	const client = useQueryClient();
	const tell = useChangedToast();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const acknowledge = useMutation({
		mutationFn: acknowledgeDoubt,
		onSuccess: async (answer) => {
			tell(answer, "");
			onClose();
			await client.invalidateQueries();
		},
		onError: (error) => setFault(errorText(error)),
	});
	const act = () => {
		if (typedText(reason).length < SHORTEST_REASON) return setFault(t("reasonNeeded"));
		setFault(null);
		acknowledge.mutate(reason);
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("askTitle")}
			actions={
				<>
					<Button variant="primary" busy={acknowledge.isPending} onClick={act}>
						{t("act")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<span className="mb-3 block">{t("askBody")}</span>
			<Field label={t("reason")} hint={t("reasonHint")} error={fault}>
				<Textarea value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
			</Field>
		</Dialog>
	);
}
