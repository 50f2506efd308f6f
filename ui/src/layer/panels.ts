import { part } from '../base/part.ts'

export const LazySheetPanel = part(() => import('./SheetPanel.tsx').then((module) => module.SheetPanel))
export const LazyConfirmPanel = part(() => import('./ConfirmPanel.tsx').then((module) => module.ConfirmPanel))
export const LazyMenuPanel = part(() => import('./MenuPanel.tsx').then((module) => module.MenuPanel))

/** Loads the code of sheets, menus and dialogs; call it after the first paint, so that the first tap opens at once. */
export async function preloadPanels(): Promise<void> {
  await Promise.all([LazySheetPanel.load(), LazyConfirmPanel.load(), LazyMenuPanel.load()])
}
