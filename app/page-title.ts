import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

type MessageKey = Parameters<Awaited<ReturnType<typeof getTranslations>>>[0];

/** Makes a page's `generateMetadata` from texts that take no arguments. */
export function pageTitle(...keys: MessageKey[]): () => Promise<Metadata> {
	return async () => {
		const t = await getTranslations();
		return { title: keys.map((key) => t(key)).join(" · ") };
	};
}
