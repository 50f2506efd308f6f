import { useMemo } from 'react'
import type { UiTexts } from '@tickmark/ui/base/uiTexts.tsx'

/** The components' own texts in the current language; `t` is that of the area `shell`. */
export function useUiTextList(t: (key: `words.${keyof UiTexts}`) => string): UiTexts {
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
