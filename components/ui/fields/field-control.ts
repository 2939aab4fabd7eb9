"use client";
import { createContext, useContext } from "react";

export interface FieldControlProps {
	id: string;
	"aria-describedby": string | undefined;
	"aria-invalid": true | undefined;
}

export const FieldControl = createContext<FieldControlProps | null>(null);

/** Attributes that connect an input with the Field around it; none outside a Field. */
export function useFieldControl(): Partial<FieldControlProps> {
	return useContext(FieldControl) ?? {};
}
