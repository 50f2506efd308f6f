import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Change } from '@tickmark/ui/text/Change.tsx'
import {
  readTheme,
  setTheme,
  setUpDown,
  THEMES,
  UPDOWNS,
  type Theme,
  type UpDown,
} from '@tickmark/ui/base/theme.ts'
import { RadioList } from '@tickmark/ui/form/RadioList.tsx'
import { Segment } from '@tickmark/ui/form/Segment.tsx'
import { Section } from '../../components/Section.tsx'

const NAMES = { 'green-red': 'greenRed', 'red-green': 'redGreen', 'blue-orange': 'blueOrange' } as const

/** Theme, and the colours of rising and falling prices; each applies at once. */
export function Look() {
  const { t } = useTranslation('settings')
  const [look, setLook] = useState(readTheme)

  function changeTheme(theme: Theme) {
    setTheme(theme)
    setLook({ ...look, theme })
  }

  function changeColours(updown: UpDown) {
    setUpDown(updown)
    setLook({ ...look, updown })
  }

  return (
    <Section title={t('look')}>
      <p className="pt-2 pb-2 text-12 text-ink-2">{t('theme')}</p>
      <Segment
        label={t('theme')}
        value={look.theme}
        onChange={changeTheme}
        choices={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
      />
      <p className="pt-5 text-12 text-ink-2">{t('updown')}</p>
      <RadioList
        label={t('updown')}
        value={look.updown}
        onChange={changeColours}
        choices={UPDOWNS.map((value) => ({
          value,
          label: t(`updowns.${NAMES[value]}`),
          trailing: <Sample updown={value} />,
        }))}
      />
      <p className="pt-2 text-12 text-ink-2">{t('updownNote')}</p>
    </Section>
  )
}

/** A sample of the two colours. */
function Sample({ updown }: { updown: UpDown }) {
  return (
    <span
      aria-hidden="true"
      data-updown={updown === 'green-red' ? 'green-red' : updown}
      className="flex gap-2 text-13"
    >
      <Change value={1} text="1.84%" mark="arrow" />
      <Change value={-1} text="0.62%" mark="arrow" />
    </span>
  )
}
