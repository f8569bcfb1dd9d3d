/* What views have that no page begins with, as one file: it comes with the first sign that some of it is needed. */
export { AllViews } from "./all-views.tsx";
export { ColumnsWindow } from "./columns-window.tsx";
export { SaveWindow } from "./save-window.tsx";
