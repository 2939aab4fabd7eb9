import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("errors"))("notFoundTitle") };
}

/** Of addresses that no page has. Its words stand beside it: those of the root would be drawn into every page, frame and all. */
export default function Nowhere(): never {
	notFound();
}
