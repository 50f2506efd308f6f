import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '../api/api.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { Overlays } from './Overlays.tsx'
import { preloadOnHover, preloadWhenIdle } from './preload.ts'
import { showEvents } from './events/showEvents.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { isFramed } from '../browser/isFramed.ts'
import { go } from '../navigation/navigate.ts'
import { ToastHost } from '@tickmark/ui/layer/ToastHost.tsx'
import { useUiTextList } from '@tickmark/client/useUiTextList.ts'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'

/** The whole app: the frame around every screen, and the screen of the current address. */
export function App() {
  const words = useUiTextList(useTranslation('shell').t)
  useEffect(() => {
    // Inside a frame, the outer page does both.
    if (isFramed()) return
    preloadWhenIdle()
    const stops = [preloadOnHover(), showEvents()]
    return () => stops.forEach((stop) => stop())
  }, [])
  return (
    <QueryClientProvider client={queries}>
      <UiTextsProvider list={words}>
        <ErrorBoundary>
          <Frame />
          {/* Inside a frame, the outer page shows them. */}
          {!isFramed() && <Overlays />}
        </ErrorBoundary>
        <ToastHost onGo={go} />
      </UiTextsProvider>
    </QueryClientProvider>
  )
}
