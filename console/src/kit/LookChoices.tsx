import { LANGUAGES } from '@tickmark/texts/languages'
import { useState } from 'react'
import { readTheme, setTheme, THEMES } from '@tickmark/ui/base/theme.ts'
import { toast } from '@tickmark/ui/layer/toast.ts'
import { changeLanguage } from '../i18n/i18n.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { FilterChoice } from './Filters.tsx'

/** Each language in its own words. */
const NAMES = {
  english: 'English',
  japanese: '日本語',
  korean: '한국어',
  arab: 'العربية',
  chinese: '简体中文',
}

/** Sets the console's language and theme; the page in this browser uses them too. */
export function LookChoices() {
  const { t, language } = useTranslation('shell')
  const [theme, keepTheme] = useState(readTheme().theme)
  return (
    <div className="grid grid-cols-2 gap-2">
      <FilterChoice
        label={t('language')}
        value={language}
        choices={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        onChange={(value) => {
          const chosen = LANGUAGES.find((one) => one === value)
          if (chosen) changeLanguage(chosen).catch(() => toast(t('noAnswer'), { tone: 'wrong' }))
        }}
      />
      <FilterChoice
        label={t('theme.label')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => {
          const chosen = THEMES.find((one) => one === value)
          if (!chosen) return
          keepTheme(chosen)
          setTheme(chosen)
        }}
      />
    </div>
  )
}
