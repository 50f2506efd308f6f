import type { ReactElement } from 'react'
import { UiTextsProvider } from './uiTexts.tsx'

const TEXTS = {
  close: 'Close',
  back: 'Back',
  retry: 'Retry',
  loading: 'Loading',
  noMore: 'No more',
  paste: 'Paste',
  copy: 'Copy',
  copied: 'Copied',
  mainNavigation: 'Main',
  notifications: 'Messages',
}

/** A component with the texts that `ui` contains itself. */
export function withTexts(element: ReactElement): ReactElement {
  return <UiTextsProvider list={TEXTS}>{element}</UiTextsProvider>
}
