import { notFound } from "next/navigation";
import { pageTitle } from "#app/page-title.ts";

export const generateMetadata = pageTitle("errors.notFoundTitle");

/** Handles unknown addresses. Has its own not-found page, because Next would draw the root's into every page. */
export default function Nowhere(): never {
	notFound();
}
