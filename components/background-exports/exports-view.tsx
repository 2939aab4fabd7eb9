"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { DownloadButton } from "#components/ui/menu/download-button.tsx";
import { EmptyState } from "#components/ui/page/empty-state.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { Time } from "#components/ui/time.tsx";
import { useToastedMutation } from "#components/ui/use-toasted-mutation.ts";
import type { BackgroundExport } from "#lib/contracts/background-export.ts";
import { backgroundExportQueries, exportFilePath, removeExport } from "#lib/queries/background-exports.ts";

export function ExportsView() {
	const t = useTranslations("backgroundExports");
	const list = useQuery(backgroundExportQueries.list());
	return (
		<>
			<PageHeader title={t("title")} lead={t("lead")} />
			<ReadFault query={list} />
			{list.data?.items.length === 0 ? <EmptyState title={t("none")}>{t("noneWhy")}</EmptyState> : null}
			{list.data && list.data.items.length > 0 ? (
				<ul aria-label={t("title")} className="divide-y divide-line rounded-lg border border-line bg-surface">
					{list.data.items.map((item) => (
						<ExportRow key={item.id} item={item} />
					))}
				</ul>
			) : null}
		</>
	);
}

function ExportRow({ item }: { item: BackgroundExport }) {
	const t = useTranslations("backgroundExports");
	const list = [t(`lists.${item.list}`), item.currency].filter(Boolean).join(" ");
	const name = item.fileName ?? list;
	return (
		<li className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-3.5">
			<div className="min-w-0 flex-1 basis-64">
				<p className="wrap-anywhere font-[560]">{name}</p>
				<p className="mt-0.5 text-ink-2 text-sm tabular-nums">
					{item.fileName ? `${list} · ` : null}
					<Time at={item.requestedAt} as="momentShort" />
				</p>
				<ExportState item={item} name={name} />
			</div>
			<div className="flex gap-2">
				{item.state === "ready" ? (
					<DownloadButton path={exportFilePath(item.id)} aria-label={t("downloadOf", { name })}>
						<Icon name="download" />
						{t("download")}
					</DownloadButton>
				) : null}
				<RemoveExport id={item.id} name={name} />
			</div>
		</li>
	);
}

function ExportState({
	item: { state, rows, total, bytes, keptUntil },
	name,
}: {
	item: BackgroundExport;
	name: string;
}) {
	const t = useTranslations("backgroundExports");
	if (state === "waiting") return <p className="mt-1.5 text-sm">{t("waiting")}</p>;
	if (state === "failed")
		return (
			<p className="mt-1.5 flex items-center gap-1.5 text-danger text-sm">
				<Icon name="circle-alert" className="size-4 shrink-0" />
				{t("failed")}
			</p>
		);
	if (state === "ready")
		return (
			<p className="mt-1.5 text-sm tabular-nums">
				{t("ready", { rows, size: Math.max(0.1, Math.round(bytes / 100_000) / 10) })}
				{keptUntil ? <> · {t.rich("until", { time: () => <Time at={keptUntil} as="day" /> })}</> : null}
			</p>
		);
	return (
		<div className="mt-1.5 grid gap-1.5 text-sm tabular-nums">
			<p>{total === null ? t("writing", { rows }) : t("writingOf", { rows, total })}</p>
			{total === null ? null : (
				<progress
					aria-label={t("progress", { name })}
					value={rows}
					max={Math.max(total, rows, 1)}
					className="h-1.5 w-full max-w-80 appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent"
				/>
			)}
		</div>
	);
}

function RemoveExport({ id, name }: { id: string; name: string }) {
	const t = useTranslations("backgroundExports");
	const remove = useToastedMutation(async () => void (await removeExport(id)));
	return (
		<Button
			variant="ghost"
			aria-label={t("removeOf", { name })}
			busy={remove.isPending}
			onClick={() => remove.mutate()}
		>
			{t("remove")}
		</Button>
	);
}
