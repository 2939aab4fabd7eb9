"use client";
import { useQuery } from "@tanstack/react-query";
import { AllTexts, loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { noticeQueries } from "#lib/queries/notices.ts";

// Loaded on demand with its texts, because most pages show no notice.
const NoticeList = loadOnDemand(() => import("#components/notices/notice-list.tsx"), AllTexts);

export function OwnNotices() {
	const { data } = useQuery(noticeQueries.unseen());
	return data?.items.length ? <NoticeList list={data} /> : null;
}
