"use client";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { noticeQueries } from "#lib/queries/notices.ts";

// Most pages have none.
const NoticeList = lazy(() => import("#components/notices/notice-list.tsx"));

/** Notices about the member's account and exports, on every page until acknowledged. */
export function OwnNotices() {
	const { data } = useQuery(noticeQueries.unseen());
	if (!data?.items.length) return null;
	return (
		<Suspense>
			<NoticeList list={data} />
		</Suspense>
	);
}
