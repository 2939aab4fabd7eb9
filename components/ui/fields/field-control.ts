"use client";
/** What a Field tells the control inside it, so that label, hint and error are heard with it. */
import { createContext, useContext } from "react";

export interface FieldControlProps {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": true | undefined;
}

export const FieldControl = createContext<FieldControlProps | null>(null);

/** What an input inside a Field must carry; nothing outside of one. */
export function useFieldControl(): Partial<FieldControlProps> {
	return useContext(FieldControl) ?? {};
}
