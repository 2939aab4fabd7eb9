"use client";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { noticeQueries } from "#lib/queries/notices.ts";

// Loaded on demand, because most pages show no notice.
const NoticeList = lazy(() => import("#components/notices/notice-list.tsx"));

export function OwnNotices() {
	const { data } = useQuery(noticeQueries.unseen());
	if (!data?.items.length) return null;
	return (
		<Suspense>
			<NoticeList list={data} />
		</Suspense>
	);
}
