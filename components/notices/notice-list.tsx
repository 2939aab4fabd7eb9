"use client";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Time } from "#components/ui/time.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { Notice, Notices } from "#lib/contracts/notice.ts";
import { isAboutAccount, isAboutExport, isByOwner, noticeValues } from "#lib/members/notice-kinds.ts";
import { acknowledgeNotices } from "#lib/queries/notices.ts";

/** `list` has at least one notice, the newest first. */
export default function NoticeList({ list }: { list: Notices }) {
	const t = useTranslations("notices");
	const [newest] = list.items;
	const seen = useRefetchingMutation({ mutationFn: acknowledgeNotices });
	const isOfAccount = list.items.some(({ kind }) => isAboutAccount(kind));
	const isToDoubt = list.items.some(isByOwner);
	const more = list.count - list.items.length;
	return (
		<section
			aria-labelledby="own-notices"
			className="mb-5 rounded-[6px] border border-line border-l-[3px] border-l-accent bg-surface px-4 py-[13px] print:hidden"
		>
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
				<div className="min-w-0 flex-1 basis-60">
					<h2 id="own-notices" className="font-semibold text-sm">
						{t(isOfAccount ? "title" : "titleNews")}
					</h2>
					<ul className="mt-1 grid gap-1 text-sm">
						{list.items.map((notice) => (
							<li key={notice.id}>
								<NoticeText notice={notice} />
							</li>
						))}
					</ul>
					{more > 0 || isToDoubt ? (
						<p className="mt-1.5 text-ink-2 text-xs">
							{more > 0 ? `${t("more", { count: more })} ` : null}
							{isToDoubt ? t("notYou") : null}
						</p>
					) : null}
				</div>
				<Button size="sm" busy={seen.isPending} onClick={() => newest && seen.mutate(newest.id)}>
					{t("seen", { count: list.count })}
				</Button>
			</div>
		</section>
	);
}

function NoticeText({ notice: { kind, details, createdAt } }: { notice: Notice }) {
	const t = useTranslations("notices");
	const roles = useTranslations("roles");
	const { device, address } = details;
	return (
		<>
			<span className="wrap-anywhere">{t(`kind.${kind}`, noticeValues(details, roles, t("owner")))}</span>{" "}
			{isAboutExport(kind) ? (
				<DeskLink href="/exports" className="text-accent underline">
					{t("toExports")}
				</DeskLink>
			) : null}{" "}
			<span className="wrap-anywhere text-ink-2 text-xs">
				<Time at={createdAt} as="momentShort" className="tabular-nums" />
				{[device, address].filter(Boolean).map((origin) => ` · ${origin}`)}
			</span>
		</>
	);
}
