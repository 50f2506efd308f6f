import { createContext, use, type ReactNode } from 'react'

/** The few texts that components of `ui` contain themselves, in the page's language. All others are props. */
export interface UiTexts {
  close: string
  back: string
  retry: string
  loading: string
  /** End of an infinitely scrolled list. */
  noMore: string
  paste: string
  copy: string
  copied: string
  /** Accessible names of the main navigation and of the toast region. */
  mainNavigation: string
  notifications: string
}

const Texts = createContext<UiTexts | null>(null)

/** Provides the texts to the components below it. The app wraps everything in one and updates it with the language. */
export function UiTextsProvider({ list, children }: { list: UiTexts; children: ReactNode }) {
  return <Texts value={list}>{children}</Texts>
}

/** Throws without a <UiTextsProvider> above: a missing text is a bug and has no English fallback. */
export function useUiTexts(): UiTexts {
  const list = use(Texts)
  if (!list) throw new Error('put <UiTextsProvider> round the app')
  return list
}
