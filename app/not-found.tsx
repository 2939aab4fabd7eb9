import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WayHome } from "#components/shell/way-home.tsx";

export async function generateMetadata(): Promise<Metadata> {
	return { title: (await getTranslations("errors"))("notFoundTitle") };
}

export default function NotFound() {
	return (
		<main className="px-4">
			<WayHome reason="notFound" />
		</main>
	);
}
