"use client";
import { useSearchParams } from "next/navigation";
import { type MovementView, readMovementView } from "#lib/movement-view.ts";

/** The view that the address names. */
export function useMovementView(currencies: readonly string[]): MovementView {
	return readMovementView(new URLSearchParams(useSearchParams()), currencies);
}
