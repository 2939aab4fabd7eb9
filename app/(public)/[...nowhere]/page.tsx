import { notFound } from "next/navigation";
import { pageTitle } from "#app/page-title.ts";

export const generateMetadata = pageTitle("errors.notFoundTitle");

/** Handles unknown addresses. Its not-found page is here and not at the root, because Next would write a root one into every page. */
export default function Nowhere(): never {
	notFound();
}
