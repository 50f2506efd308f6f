import { createContext, use, type ReactNode } from 'react'

/** The few texts that parts say by themselves, in the page's language. Everything else comes in as a part's own prop. */
export interface UiTexts {
  close: string
  back: string
  retry: string
  loading: string
  /** End of a list that loads as it is scrolled. */
  noMore: string
  paste: string
  copy: string
  copied: string
  /** Licence line of the chart: must name TradingView. */
  chartBy: string
  /** Accessible names of the main navigation and of the toasts' region. */
  mainNavigation: string
  notifications: string
}

const Texts = createContext<UiTexts | null>(null)

/** Gives the parts below it their texts; the app puts one round everything and changes it with the language. */
export function UiTextsProvider({ list, children }: { list: UiTexts; children: ReactNode }) {
  return <Texts value={list}>{children}</Texts>
}

/** Throws when no <UiTextsProvider> is above: a missing text is a bug, not English. */
export function useUiTexts(): UiTexts {
  const list = use(Texts)
  if (!list) throw new Error('put <UiTextsProvider> round the app')
  return list
}
