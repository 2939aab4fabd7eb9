"use client";
/** Passes ids from a Field to its control, so that screen readers read label, hint and error. */
import { createContext, useContext } from "react";

export interface FieldControlProps {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": true | undefined;
}

export const FieldControl = createContext<FieldControlProps | null>(null);

/** Attributes for an input inside a Field; empty outside of one. */
export function useFieldControl(): Partial<FieldControlProps> {
	return useContext(FieldControl) ?? {};
}
