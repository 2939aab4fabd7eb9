/** Reads what a page shows by an id of its address: `not_found` becomes the page of `app/not-found.tsx`, 404. */
import "server-only";
import { notFound } from "next/navigation";
import { AppError } from "#server/errors.ts";

export async function foundOr404<T>(reading: Promise<T>): Promise<T> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof AppError && error.code === "not_found") notFound();
		throw error;
	}
}
