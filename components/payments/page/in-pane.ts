import { createContext } from "react";

/** True beside a table: the page's heading is another one, and the way back is the pane's own button. */
export const InPane = createContext(false);
