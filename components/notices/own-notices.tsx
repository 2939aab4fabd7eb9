"use client";
import { useQuery } from "@tanstack/react-query";
import { later } from "#components/ui/all-texts.tsx";
import { noticeQueries } from "#lib/queries/notices.ts";

// Loaded on demand, because most pages show no notice.
const NoticeList = later(() => import("#components/notices/notice-list.tsx"));

export function OwnNotices() {
	const { data } = useQuery(noticeQueries.unseen());
	return data?.items.length ? <NoticeList list={data} /> : null;
}
