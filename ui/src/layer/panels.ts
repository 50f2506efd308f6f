import { lazy } from 'react'

const load = {
  sheet: () => import('./SheetPanel.tsx'),
  confirm: () => import('./ConfirmPanel.tsx'),
  menu: () => import('./MenuPanel.tsx'),
}

export const LazySheetPanel = lazy(() => load.sheet().then((module) => ({ default: module.SheetPanel })))
export const LazyConfirmPanel = lazy(() =>
  load.confirm().then((module) => ({ default: module.ConfirmPanel })),
)
export const LazyMenuPanel = lazy(() => load.menu().then((module) => ({ default: module.MenuPanel })))

/** Loads the code of sheets, menus and dialogs; call it after the first paint, so that the first tap opens at once. */
export async function preloadPanels(): Promise<void> {
  await Promise.all([load.sheet(), load.confirm(), load.menu()])
}
