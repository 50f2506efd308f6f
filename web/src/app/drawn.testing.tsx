import { textsIn } from '@tickmark/ui/base/drawn.testing.ts'
import { UiTextsProvider } from '@tickmark/ui/base/uiTexts.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { vi } from 'vitest'
import { Router } from 'wouter'
import { queries } from '../api/api.ts'
import { loadRestOfEnglish } from '../i18n/i18n.ts'
import { useUiWords } from './useUiWords.ts'

/**
 * The English texts that a part of the page draws at `path`, with reduced motion: what stands there before its effects run,
 * with the answers that `queries` holds, as `Stake | 250.00 | USDT`. It needs no browser; a journey shows that the page as a whole works in one.
 */
export async function drawn(part: ReactElement, path = '/'): Promise<string> {
  await loadRestOfEnglish()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
  try {
    return textsIn(
      <Router ssrPath={path}>
        <Page>{part}</Page>
      </Router>,
    )
  } finally {
    vi.unstubAllGlobals()
  }
}

function Page({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <UiTextsProvider list={useUiWords()}>{children}</UiTextsProvider>
    </QueryClientProvider>
  )
}
