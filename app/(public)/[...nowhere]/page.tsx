import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("errors"))("notFoundTitle") };
}

/** Handles unknown addresses. Has its own not-found page, because Next would draw the root's into every page. */
export default function Nowhere(): never {
	notFound();
}
