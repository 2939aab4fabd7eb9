import { createContext } from "react";

/** True beside a table, which has its own heading and a close button. */
export const InPane = createContext(false);
