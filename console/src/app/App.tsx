import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Router } from 'wouter'
import { UiTextsProvider, type UiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import { ToastHost } from '@tickmark/ui/layer/ToastHost.tsx'
import { queries } from '../api/api.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { BASE } from '../navigation/go.ts'
import { Gate } from '../gate/Gate.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** The whole console: the sign-in gate, or its screens for a signed-in operator. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <UiTextsProvider list={useTexts()}>
        <ErrorBoundary>
          <Router base={BASE}>
            <Gate>
              <ConsoleFrame />
            </Gate>
          </Router>
        </ErrorBoundary>
        <ToastHost />
      </UiTextsProvider>
    </QueryClientProvider>
  )
}

/** The design system's own texts. */
function useTexts(): UiTexts {
  const { t } = useTranslation('shell')
  return useMemo(
    () => ({
      close: t('words.close'),
      back: t('words.back'),
      retry: t('words.retry'),
      loading: t('words.loading'),
      noMore: t('words.noMore'),
      paste: t('words.paste'),
      copy: t('words.copy'),
      copied: t('words.copied'),
      mainNavigation: t('words.mainNavigation'),
      notifications: t('words.notifications'),
    }),
    [t],
  )
}
