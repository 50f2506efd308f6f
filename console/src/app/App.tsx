import { QueryClientProvider } from '@tanstack/react-query'
import { Router } from 'wouter'
import { useUiTextList } from '@tickmark/client/useUiTextList.ts'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'
import { ToastHost } from '@tickmark/ui/layer/ToastHost.tsx'
import { queries } from '../api/api.ts'
import { BASE } from '../navigation/go.ts'
import { Gate } from '../gate/Gate.tsx'
import { ConsoleFrame } from './ConsoleFrame.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { useTranslation } from '../i18n/useTranslation.ts'

/** The whole console: the sign-in gate, or its screens for a signed-in operator. */
export function App() {
  return (
    <QueryClientProvider client={queries}>
      <UiTextsProvider list={useUiTextList(useTranslation('shell').t)}>
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
