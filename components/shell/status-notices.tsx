"use client";
/** What the house must confess on every page: nobody sends, sending stopped, nobody answers. */
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Notice } from "#components/ui/page/notice.tsx";
import { ApiError, type ApiErrorCode } from "#lib/api.ts";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { statusQueries } from "#lib/queries/status.ts";

const AWAY: Partial<Record<ApiErrorCode, string>> = {
	unreachable: "deskUnreachable",
	database_away: "databaseAway",
};
// Rare: a page of a house in order does not carry them. That the line is gone must be said without it.
const HouseNotices = lazy(() => import("#components/shell/house-notices.tsx"));

export function StatusNotices() {
	const t = useTranslations("shell");
	const { data, error } = useQuery(statusQueries.now());
	const online = useSyncExternalStore(
		subscribeOnline,
		() => navigator.onLine,
		() => true,
	);
	const code = error instanceof ApiError ? error.code : null;
	const away = !online ? "offline" : code && AWAY[code];
	return (
		<div className="grid gap-2 empty:hidden *:last:mb-5">
			{away ? <PassingNotice text={t(away)} /> : null}
			{data && hasToConfess(data) ? (
				<Suspense>
					<HouseNotices status={data} />
				</Suspense>
			) : null}
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

function hasToConfess({ sendingStoppedAt, databaseDoubt, walletWait, worker }: DeskStatus): boolean {
	return !worker.alive || [sendingStoppedAt, databaseDoubt, walletWait].some(Boolean);
}

function subscribeOnline(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
