import { part } from '@tickmark/ui/base/part.ts'

/** The sheet that sets a price alert, for pages that show a coin. */
export const AlertSheet = part(() => import('./AlertSheet.tsx').then((module) => module.AlertSheet))
