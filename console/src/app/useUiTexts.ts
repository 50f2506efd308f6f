import type { UiTexts } from '@tickmark/ui/base/uiTexts.tsx'
import { useMemo } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'

/** The design system's own texts. */
export function useUiTexts(): UiTexts {
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
