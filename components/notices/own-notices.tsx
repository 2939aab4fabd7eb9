"use client";
import { useQuery } from "@tanstack/react-query";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { noticeQueries } from "#lib/queries/notices.ts";

// Loaded on demand, because most pages show no notice.
const NoticeList = loadOnDemand(() => import("#components/notices/notice-list.tsx"));

export function OwnNotices() {
	const { data } = useQuery(noticeQueries.unseen());
	return data?.items.length ? <NoticeList list={data} /> : null;
}
