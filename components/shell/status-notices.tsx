"use client";
/** What the house must confess on every page: nobody sends, sending stopped, nobody answers. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Notice } from "#components/ui/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { ApiError } from "#lib/api.ts";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { statusQueries } from "#lib/queries/status.ts";

export function StatusNotices() {
	const t = useTranslations("shell");
	const { data, error } = useQuery(statusQueries.now());
	const online = useSyncExternalStore(
		subscribeOnline,
		() => navigator.onLine,
		() => true,
	);
	const unreachable = error instanceof ApiError && error.code === "unreachable";
	return (
		<div className="grid gap-2 empty:hidden *:last:mb-5">
			{online && !unreachable ? null : <PassingNotice text={t(online ? "deskUnreachable" : "offline")} />}
			{data?.sendingStoppedAt ? (
				<Notice tone="danger">
					{t.rich("sendingStopped", { time: () => <Time at={data.sendingStoppedAt ?? ""} as="asOf" /> })}
				</Notice>
			) : null}
			{data?.databaseDoubt ? <Doubt {...data.databaseDoubt} /> : null}
			{data?.walletWait && !data.databaseDoubt ? <WalletWait {...data.walletWait} /> : null}
			{data && !data.worker.alive ? <WorkerAway since={data.worker.awaySince} /> : null}
		</div>
	);
}

/** Comes and goes with the line, so it lies over the page: nothing moves under the finger. */
function PassingNotice({ text }: { text: string }) {
	return (
		<div className="fixed inset-x-4 bottom-20 z-30 sm:inset-x-auto sm:bottom-6 sm:left-1/2 sm:w-[34rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-x-1/2">
			<Notice tone="warning" urgent className="rise shadow-raised">
				{text}
			</Notice>
		</div>
	);
}

function Doubt({ kind, at }: NonNullable<DeskStatus["databaseDoubt"]>) {
	const t = useTranslations("shell.doubt");
	return <Notice tone="danger">{t.rich(kind, { time: () => <Time at={at} as="asOf" /> })}</Notice>;
}

function WalletWait({ since, fault }: NonNullable<DeskStatus["walletWait"]>) {
	const t = useTranslations("shell");
	return (
		<Notice tone="warning">
			{t.rich(fault === null ? "walletWait" : "walletWaitFault", { time: () => <Time at={since} as="asOf" /> })}
		</Notice>
	);
}

function WorkerAway({ since }: { since: string | null }) {
	const t = useTranslations("shell");
	return (
		<Notice tone="warning">
			{since === null
				? t("workerNeverSeen")
				: t.rich("workerAway", { time: () => <Time at={since} as="asOf" className="num" /> })}
		</Notice>
	);
}

function subscribeOnline(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
