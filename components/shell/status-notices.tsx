"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ApiError, type ApiErrorCode } from "#lib/api.ts";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";
import { statusQueries } from "#lib/queries/status.ts";

const AWAY: Partial<Record<ApiErrorCode, string>> = {
	unreachable: "deskUnreachable",
	database_away: "databaseAway",
};
// The desk's notices are rare, so they load on demand. The notice of a lost connection does not, because loading would then fail.
const DeskNotices = loadOnDemand(() => import("#components/shell/desk-notices.tsx"));

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
		<>
			{away ? <PassingNotice text={t(away)} /> : null}
			<div role="status" className="grid gap-2 *:last:mb-5">
				{data && hasDeskNotices(data) ? <DeskNotices status={data} /> : null}
			</div>
		</>
	);
}

/** Overlays the page, so that nothing moves under the finger when the connection goes and returns. */
function PassingNotice({ text }: { text: string }) {
	return (
		<div className="passing-notice">
			<Notice tone="warning" urgent className="rise shadow-raised">
				{text}
			</Notice>
		</div>
	);
}

function hasDeskNotices({ sendingStoppedAt, databaseMismatch, walletWaits, worker }: DeskStatus): boolean {
	return !worker.alive || sendingStoppedAt !== null || databaseMismatch !== null || walletWaits.length > 0;
}

function subscribeOnline(listener: () => void): () => void {
	addEventListener("online", listener);
	addEventListener("offline", listener);
	return () => {
		removeEventListener("online", listener);
		removeEventListener("offline", listener);
	};
}
