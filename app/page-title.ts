import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";

type MessageKey = Parameters<Awaited<ReturnType<typeof getTranslations>>>[0];

/** The `generateMetadata` of a page whose title is texts without arguments. */
export function pageTitle(...keys: MessageKey[]): () => Promise<Metadata> {
	return async () => {
		const t = await getTranslations();
		return { title: keys.map((key) => t(key)).join(" · ") };
	};
}
