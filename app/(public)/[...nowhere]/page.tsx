import { notFound } from "next/navigation";
import { pageTitle } from "#app/page-title.ts";

export const generateMetadata = pageTitle("errors.notFoundTitle");

/** Handles unknown addresses. The route has its own not-found page, because Next would write one at the root into every page. */
export default function Nowhere(): never {
	notFound();
}
