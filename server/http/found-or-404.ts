/** Turns the error `not_found` into Next's 404, which shows `app/not-found.tsx`; for pages with an id in their address. */
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
